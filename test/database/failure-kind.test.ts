import { describe, expect, it } from 'vitest';
import { failureKind, isTransient } from '../../src/database/failures.ts';

const failure = (code: string) => Object.assign(new Error('A message'), { code });

describe('a failure of the database', () => {
  it.each([
    ...['08006', '57P01', '57P03', '57P05', '25P03', '25006', '53300'].map(
      (code) => [code, 'lost'] as const,
    ),
    ...['ECONNRESET', 'ECONNABORTED', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN', 'P1001'].map(
      (code) => [code, 'lost'] as const,
    ),
    ...['23505', '40001', '40P01'].map((code) => [code, 'conflict'] as const),
    ...['55P03', '57014'].map((code) => [code, 'lock_timeout'] as const),
    ...['53100', '53200'].map((code) => [code, 'exhausted'] as const),
    ...['23514', '22P02', '42501', 'ENOENT', 'P2002'].map((code) => [code, 'other'] as const),
  ])('with the code %s is %s', (code, kind) => {
    expect(failureKind(failure(code))).toBe(kind);
    expect(isTransient(failure(code))).toBe(kind !== 'other' && code !== '23505');
  });

  it('is found in what Prisma wraps it in, and not in what another error says of its cause', () => {
    const wrapped = (cause: object) => ({
      name: 'PrismaClientKnownRequestError',
      code: 'P2010',
      meta: { driverAdapterError: { name: 'DriverAdapterError', cause } },
    });
    expect(failureKind(wrapped({ originalCode: '55P03', kind: 'postgres' }))).toBe('lock_timeout');
    expect(failureKind(wrapped({ kind: 'ConnectionClosed' }))).toBe('lost');
    const taken = wrapped({ originalCode: '23505', kind: 'UniqueConstraintViolation' });
    expect(failureKind(taken)).toBe('conflict');
    expect(isTransient(taken)).toBe(false);
    expect(failureKind(new Error('A message', { cause: failure('08006') }))).toBe('other');
  });

  it('without a code is known by the words of the driver, and never by those of a row', () => {
    for (const message of ['Query read timeout', 'Connection terminated unexpectedly']) {
      expect(failureKind(new Error(message))).toBe('lost');
      expect(failureKind(Object.assign(new Error(message), { code: '22P02' }))).toBe('other');
    }
    expect(failureKind(undefined)).toBe('other');
  });
});
