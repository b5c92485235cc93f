/**
 * One part of `npm run prove`: test files, with the number of rounds and the environment for the short and the long form.
 * @typedef {{ rounds: number, env?: Record<string, string> }} Run
 * @typedef {{ id: string, shows: string, files: string[], seeds: string[], short: Run, long: Run }} Part
 */

/** @type {readonly Part[]} */
export const parts = [
  {
    id: 'access',
    shows: 'Every route, role and foreign object is answered as the policy says that stands apart from the code (T2)',
    files: ['test/access.test.ts', 'test/field-access.test.ts', 'test/server/authorization.test.ts'],
    seeds: [],
    short: { rounds: 1 },
    long: { rounds: 3 },
  },
  {
    id: 'transitions',
    shows: 'Every act of every document in every status: what is closed is refused with the reason on its button (T3)',
    files: ['order-transitions', 'refused-transitions', 'refused-stock-documents', 'stopped-parcels'],
    seeds: [],
    short: { rounds: 1 },
    long: { rounds: 3 },
  },
  {
    id: 'races',
    shows:
      '200 clients on the last units, audits, payments, receipts and returns at once: no oversell, no double effect (T4)',
    files: ['stock-race', 'audits.test', 'arrivals', 'payments.test', 'receipts.test', 'last-admin'],
    seeds: [],
    short: { rounds: 1 },
    long: { rounds: 20 },
  },
  {
    id: 'models',
    shows:
      'Random commands and random histories end as plain models without SQL say, with the same figures on every screen (T1, T12)',
    files: ['stock-model', 'recall-model', 'driver-model', 'same-amounts', 'same-deliveries', 'same-purchases'],
    seeds: ['MODEL_SEED', 'DRIVER_SEED'],
    short: { rounds: 1, env: { MODEL_RUNS: '20' } },
    long: { rounds: 1, env: { MODEL_RUNS: '1000' } },
  },
  {
    id: 'hostile',
    shows: 'Generated and hostile requests: no 5xx, no status that is not declared, no stock without a reason (T9)',
    files: ['test/server/fuzz.test.ts', 'input-edge', 'unreadable-input', 'browser-edge'],
    seeds: ['FUZZ_SEED'],
    short: { rounds: 1, env: { FUZZ_SECONDS: '12' } },
    long: { rounds: 2, env: { FUZZ_SECONDS: '400' } },
  },
  {
    id: 'cuts',
    shows: 'The database is lost at each statement of each write: once done, once told, the books add up (T7, T8)',
    files: ['write-faults', 'database-loss', 'stopped-database', 'given-away'],
    seeds: ['FAULT_SEED'],
    short: { rounds: 1 },
    long: { rounds: 2, env: { FAULT_ROUNDS: '20' } },
  },
  {
    id: 'kills',
    shows:
      'kill -9 under load, in the middle of mails, jobs and exports: nothing acknowledged lost, nothing done twice (T6)',
    files: ['crash-loop', 'two-processes', 'embedded.test', 'killed-node'],
    seeds: [],
    short: { rounds: 1, env: { CRASH_ROUNDS: '2' } },
    long: { rounds: 5, env: { CRASH_ROUNDS: '50' } },
  },
  {
    id: 'resources',
    shows: 'Full disks, slow and too many clients, uploads and downloads that break off (T8)',
    files: [
      'embedded-faults',
      'observability',
      'slow-clients',
      'broken-downloads',
      'product-images',
      'driver-files',
      'portal-faults',
    ],
    seeds: [],
    short: { rounds: 1 },
    long: { rounds: 5 },
  },
  {
    id: 'identity',
    shows:
      'Log-ins tell nothing of who exists, one of 50 users of a link gets through, limits hold over processes (T10)',
    files: [
      'enumeration',
      'password-links',
      'login-limits',
      'failed-logins',
      'sessions.test',
      'identity.test',
      'admission',
    ],
    seeds: [],
    short: { rounds: 1 },
    long: { rounds: 10 },
  },
]
