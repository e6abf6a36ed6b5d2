import { describe, expect, it } from 'vitest';
import { compareVersions } from '../contract/changes/released.ts';
import { checkVersion, datedChangeLog } from './release.ts';

const date = '2026-12-01';
const log = (...headings: string[]) => ['# Changelog', ...headings, '- Stock.', ''].join('\n\n');

describe('a release', () => {
  it('dates the section of its version, and opens the next', () => {
    expect(datedChangeLog(log('## [1.0.0] - unreleased'), { version: '1.0.0', date })).toBe(
      log('## [Unreleased]', '## [1.0.0] - 2026-12-01'),
    );
  });

  it('takes what is not released yet for its version', () => {
    const before = log('## [Unreleased]', '- New.', '## [1.0.0] - 2026-11-22');
    expect(datedChangeLog(before, { version: '1.1.0', date })).toBe(
      log('## [Unreleased]', '## [1.1.0] - 2026-12-01', '- New.', '## [1.0.0] - 2026-11-22'),
    );
  });

  it('that is a draft changes nothing in the log', () => {
    const before = log('## [1.0.0] - unreleased');
    expect(datedChangeLog(before, { version: '1.0.0', date: undefined })).toBe(before);
  });

  it.each([date, undefined])('is never made again', (again) => {
    const before = log('## [Unreleased]', '## [1.0.0] - 2026-11-22');
    expect(() => datedChangeLog(before, { version: '1.0.0', date: again })).toThrow(
      '1.0.0 was released on 2026-11-22',
    );
  });

  it('needs a section', () => {
    expect(() => datedChangeLog(log(), { version: '1.0.0', date })).toThrow('no section for 1.0.0');
  });

  it('that adds raises the minor, and stays in its major', () => {
    expect(() => checkVersion('1.4.2', '1.5.0', true)).not.toThrow();
    expect(() => checkVersion('1.4.2', '1.4.3', false)).not.toThrow();
    expect(() => checkVersion('1.4.2', '1.4.3', true)).toThrow('raises the minor: 1.5.0');
    expect(() => checkVersion('1.4.2', '2.0.0', true)).toThrow('2.0.0 is no version of v1');
  });

  it('is newer by its numbers and not by its letters', () => {
    const versions = ['1.10.0', '1.9.0', '1.9.12', '1.9.2'];
    expect(versions.sort(compareVersions)).toEqual(['1.9.0', '1.9.2', '1.9.12', '1.10.0']);
  });
});
