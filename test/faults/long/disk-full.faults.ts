// No room is left under the embedded server's folder, and then there is some again.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mountDisk } from '../../../kit/disk.ts';
import { type EmbeddedServer, joinEmbeddedServer } from '../../../src/embedded/embedded-server.ts';
import { until } from '../../support/concurrency.ts';
import {
  describeUnless,
  drawer,
  FAULT_SEED,
  FaultStage,
  noteMeasurements,
  secondsUntilAcknowledged,
} from '../fault-stage.ts';

const DISK_MEGABYTES = 250;

const folder = mkdtempSync(join(tmpdir(), 'pharmacy-disk-'));
const disk = mountDisk(join(folder, 'disk'), DISK_MEGABYTES);
const unmounted =
  disk === undefined ? 'this account may not mount a disk that can be filled' : undefined;

describeUnless(unmounted, `a full disk, seed ${FAULT_SEED}`, () => {
  const dataDir = join(disk?.path ?? folder, 'data');
  let member: EmbeddedServer;
  let stage: FaultStage;
  beforeAll(async () => {
    member = await joinEmbeddedServer({ dataDir });
    // The program finds the server by its folder, and starts it again where it ends.
    stage = await FaultStage.open(member.ownerUrl, {
      env: { DATABASE_URL: '', DATA_DIR: dataDir },
    });
  });
  afterAll(async () => {
    await stage?.end();
    await member?.leave();
    disk?.unmount();
    rmSync(folder, { recursive: true, force: true });
  });

  it('loses and doubles nothing of what was acknowledged, and serves again once there is room', async () => {
    const draw = drawer();
    const [server] = stage.servers;
    const load = stage.load();
    await load.moves(100 + draw(100));
    disk?.fill();
    await until('movements are refused', () => load.undecided.length > 20, 90);
    await pause(3_000 + draw(3_000));
    const answer = await fetch(`${server?.url}/healthz`);
    expect(answer.status).toBe(200);
    const ready = await fetch(`${server?.url}/readyz`);
    const { checks } = (await ready.json()) as { checks: { writes?: string } };
    // The server itself may be down for a moment, where not even its log had room.
    if (ready.status === 200) expect(checks.writes).toBe('no room in the database');
    disk?.free();
    const roomAt = performance.now();
    await load.moves(200);
    await load.end();
    expect(server?.child.exitCode).toBeNull();
    noteMeasurements({
      ...(await stage.expectWhole()),
      's from the room to the first 201': secondsUntilAcknowledged(load, roomAt),
      'requests that had to be repeated': load.undecided.length,
    });
  });
});
