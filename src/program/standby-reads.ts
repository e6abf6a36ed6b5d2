// Reads with a standby. What fails there, or is refused, is done again on the primary: the standby may lack what the
// caller has just written. So nothing may stay of a read that failed, and accesses to patients are recorded afterwards.
import type { ReadStandby } from '../database/read-standby.ts';
import type { RunRead } from '../http/dispatch.ts';
import type { PatientAccess } from '../patients/patient-access.ts';
import type { Services } from './services.ts';

/**
 * @param services of the primary
 * @param standbyServices of the standby's database
 */
export function readsFirstOn(
  standby: Pick<ReadStandby, 'isFresh' | 'run'>,
  { services, standbyServices }: { services: Services; standbyServices: Services },
): RunRead<Services> {
  return async (read) => {
    if (!standby.isFresh()) return read(services);
    const accesses: PatientAccess[] = [];
    const notePatientAccess = async (access: PatientAccess) => void accesses.push(access);
    let answer: Awaited<ReturnType<typeof read>>;
    try {
      answer = await standby.run(() => read({ ...standbyServices, notePatientAccess }));
    } catch {
      return read(services);
    }
    for (const access of accesses) await services.notePatientAccess(access);
    return answer;
  };
}
