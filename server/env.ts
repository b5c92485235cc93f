import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'

const flag = z.enum(['true', 'false', '1', '0', 'on', 'off']).transform((value) => ['true', '1', 'on'].includes(value))

const Env = z.object({
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  DATABASE_REPLICA_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .transform((path) => resolve(path)),
  PORT: z.coerce
    .number('must be a port, 0 to 65535')
    .int('must be a port, 0 to 65535')
    .min(0, 'must be a port, 0 to 65535')
    .max(65535, 'must be a port, 0 to 65535')
    .default(3000),
  HOST: z.string().min(1).default('localhost'),
  PUBLIC_URL: z
    .url('must be a URL')
    .transform((url) => url.replace(/\/$/, ''))
    .optional(),
  SETUP_CODE: z.string().min(8, 'must have at least 8 characters').max(200).optional(),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').max(1000).optional(),
  TRUST_PROXY: flag.default(false),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  DB_POOL_MAX: z.coerce.number().int().min(2).max(200).default(16),
  SOCKET_ADAPTER: z.enum(['memory', 'postgres']).default('memory'),
  SOCKETS_PER_ADDRESS: z.coerce.number().int().min(1).max(100_000).default(50),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z.email('must be an email address').optional(),
  SMTP_PORTS: z
    .string()
    .regex(/^\d{1,5}( *, *\d{1,5})*$/, 'must be ports, comma-separated')
    .transform((ports) => ports.split(',').map(Number))
    .optional(),
  SMS_URL: z
    .string()
    .regex(/^https?:\/\//, 'must start with https:// or http://')
    .optional(),
  SMS_TOKEN: z.string().min(8, 'must have at least 8 characters').max(1000).optional(),
  SMS_FORMAT: z.enum(['json', 'twilio']).default('json'),
  SMS_FROM: z.string().min(1).max(40).optional(),
  ROAD_SERVICE_URL: z
    .string()
    .regex(/^https?:\/\//, 'must start with https:// or http://')
    .optional(),
  ROAD_SERVICE: z.enum(['osrm', 'valhalla']).default('osrm'),
  ROAD_SERVICE_PROFILE: z.string().min(1).max(60).optional(),
  RATE_LIMITS: flag.default(true),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .regex(/^https?:\/\//, 'must start with https:// or http://')
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().max(4000).optional(),
  OTEL_SERVICE_NAME: z.string().min(1).max(100).default('wardstock'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').max(1000).optional(),
})
export type Env = z.output<typeof Env>

/** Reads and validates the configuration; throws one error that lists every problem. `NAME_FILE` may name a file with the secret NAME. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const values: Record<string, string> = {}
  const problems: string[] = []
  for (const name of Object.keys(Env.shape)) {
    const file = source[`${name}_FILE`]
    const value = source[name]
    if (file) {
      try {
        values[name] = readFileSync(file, 'utf8').trim()
      } catch {
        problems.push(`${name}_FILE: the file ${file} can't be read`)
      }
    } else if (value) values[name] = value
  }
  const parsed = Env.safeParse(values)
  if (!parsed.success) problems.push(...parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  if (problems.length > 0 || !parsed.success) throw new Error(`Configuration:\n  ${problems.join('\n  ')}`)
  return parsed.data
}
