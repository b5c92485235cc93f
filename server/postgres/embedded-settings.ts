/** PostgreSQL's settings for a small machine. They are passed on the command line, so that upgrades need not edit files. */
const smallMachine = {
  shared_buffers: '192MB',
  max_connections: '60',
  max_wal_size: '1GB',
  wal_compression: 'pglz',
  huge_pages: 'off',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // ends the statements of a killed app within a second, so that its locks are released (not available on Windows)
  client_connection_check_interval: process.platform === 'win32' ? '0' : '1s',
  shared_preload_libraries: '',
  // log to stderr, which is our log file
  logging_collector: 'off',
  log_destination: 'stderr',
  log_line_prefix: '%m [%p] %q%u@%d ',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
} satisfies Record<string, string>

/** A power cut may destroy the data: for tests only. */
const noFsync = { fsync: 'off', full_page_writes: 'off', wal_compression: 'off' }

/** Command line arguments: our settings, which those in `more` override. */
export function settingArguments(fsync: boolean, more: Record<string, string> = {}): string[] {
  const all = { ...smallMachine, ...(fsync ? { fsync: 'on' } : noFsync), ...more }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
