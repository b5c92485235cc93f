import { randomUUID } from 'node:crypto'
import fastifyCompress from '@fastify/compress'
import fastifyCookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { Refusal } from '#shared/http/refusal.ts'
import type { Route } from '#shared/http/route.ts'
import type { JobName } from '#shared/jobs/job-names.ts'
import type { Settings } from '#shared/settings/api.ts'
import type { Database } from '#server/db/database.ts'
import { openReplica, primaryOnly, type ReplicaOptions } from '#server/db/replica.ts'
import { sealWith } from '#server/kernel/seal.ts'
import type { Tracing } from '#server/kernel/tracing.ts'
import type { Announcement } from '#server/kernel/work.ts'
import { storedFiles } from '#server/files/stored-files.ts'
import { mailSender } from '#server/delivery/mail-sender.ts'
import { type SmsSettings, smsSender } from '#server/delivery/sms-sender.ts'
import { jobWorkers } from '#server/jobs/job-workers.ts'
import { serveJobs } from '#server/jobs/routes.ts'
import { jobHandlers } from './background.ts'
import { sendRetention } from './send-retention.ts'
import { closing, type ConnectionLimits, connectionLimits } from '#server/http/connection-limits.ts'
import { answer, handleErrors } from '#server/http/errors.ts'
import { acceptJsonOnly } from '#server/http/json-body.ts'
import { limitsIn, noLimits } from '#server/http/limits.ts'
import { serveHealth } from '#server/http/health.ts'
import { serveMetrics } from '#server/http/metrics.ts'
import { readMetrics } from '#server/metrics.ts'
import { packageVersion } from '#server/kernel/version.ts'
import { acceptViolationReports } from '#server/http/violation-reports.ts'
import { serveDocs } from '#server/http/openapi-page.ts'
import { refuseUnknownHosts } from '#server/http/known-hosts.ts'
import { protect, securityHeaders } from '#server/http/protection.ts'
import { refuseUnreadableAddresses } from '#server/http/readable-address.ts'
import { logRequests } from '#server/http/request-log.ts'
import { serveOn } from '#server/http/serve.ts'
import { sessionCookie } from '#server/http/session.ts'
import { serveWeb } from '#server/http/web-app.ts'
import { serveRealtime } from '#server/realtime/realtime.ts'
import { sealOldSecrets, whyUnreadable } from '#server/identity/profile/sealed-secrets.ts'
import { measureRoads } from '#server/logistics/routes/road-legs.ts'
import { type RoadSettings, roadTable } from '#server/logistics/routes/road-table.ts'
import { getSettings } from '#server/settings/settings.ts'
import { type MailEnvironment, mailSetup } from '#server/settings/mail-servers.ts'
import { serveFeatures } from './features.ts'

export interface AppDeps {
  database: Database
  /** A streaming replica for reports, long exports and the integrity check; used while its lag is small. */
  replica?: ReplicaOptions
  /** The folder of pictures. */
  filesFolder: string
  publicUrl: string
  setupCode: string
  /** The key that encrypts the secrets of authenticator apps. */
  secretKey: string
  /** The host name that the server listens on, if any: accepted in requests beside that of the public address. */
  host?: string
  logLevel?: string
  trustProxy?: boolean
  loadDemo?: (adminId: string, start: number) => Promise<void>
  /** The first administrator gets the demo company without choosing it. */
  demo?: boolean
  /** `postgres`: several processes on one database share their live updates. */
  socketAdapter?: 'memory' | 'postgres'
  /** The limit of concurrent live connections of one user, and of one address. */
  socketLimits?: { perUser?: number; perAddress?: number }
  /** From the environment, before the settings; without either, mails are stored for an administrator to pass on. */
  mail?: MailEnvironment
  /** Without a gateway, SMS messages fail with that reason. */
  sms?: SmsSettings
  /** Without a road service, distances and times are estimated. */
  roads?: RoadSettings
  /** False for benchmarks and tests: no delay after wrong passwords. */
  rateLimits?: boolean
  /** The token for /metrics; without one, only this machine may read them. */
  metricsToken?: string | undefined
  /** Where traces are exported, if anywhere. */
  tracing?: Tracing | undefined
  /** Time limits for slow clients; the defaults where left out. */
  patience?: Partial<ConnectionLimits>
  /** False for tests: background jobs run when `runJobs` is called. */
  worksOnJobs?: boolean
  /** Where log lines go; standard output when left out. */
  logTo?: { write(line: string): void }
}

export interface App {
  http: FastifyInstance
  routes: readonly Route[]
  /** For tests: runs all jobs that are due, and the named scheduled jobs, and waits for them. */
  runJobs(...scheduled: JobName[]): Promise<void>
  /**
   * Subscribes to the events published after commits, with the route of the request if it was this process's. Returns how to
   * unsubscribe.
   */
  onTold(listen: (announcements: readonly Announcement[], source?: string) => void): () => void
}

/** Builds the whole server without listening: the only place where the features are put together. */
export async function buildApp(deps: AppDeps): Promise<App> {
  const { database, publicUrl } = deps
  const files = storedFiles(deps.filesFolder)
  const end = closing(securityHeaders(publicUrl), { ...connectionLimits, ...deps.patience })
  const http = Fastify({
    serverFactory: end.serverFactory,
    clientErrorHandler: end.clientErrorHandler,
    // A malformed URL never reaches a route.
    frameworkErrors: (_error, request, reply) => void answer(reply, request, new Refusal('MALFORMED')),
    logger: {
      level: deps.logLevel ?? 'info',
      redact: ['req.headers', 'password'],
      ...(deps.logTo ? { stream: deps.logTo } : {}),
    },
    // One log line per request, written by our own hook.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: deps.trustProxy ?? false,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 200 },
  })
  let timeZone = 'UTC'
  const useSettings = (settings: Pick<Settings, 'timeZone'>) => {
    timeZone = settings.timeZone
  }
  const listeners = new Set<(announcements: readonly Announcement[], source?: string) => void>()
  /** Events published by this process or, if there are several, by another. */
  const receive = (announcements: readonly Announcement[], source?: string) => {
    for (const one of announcements) if (one.name === 'settings_updated') useSettings(one.payload)
    realtime.deliver(announcements)
    for (const listen of listeners) listen(announcements, source)
  }
  const publish = (announcements: readonly Announcement[], source: string) => {
    receive(announcements, source)
    realtime.relay(announcements)
  }
  const seal = sealWith(deps.secretKey)
  const limits = deps.rateLimits === false ? noLimits : limitsIn(database.db)
  http.addHook('onReady', async () => {
    useSettings(await getSettings(database.db))
    await sealOldSecrets(database.db, seal)
    const problem = await whyUnreadable(database.db, seal)
    if (problem) http.log.warn(problem)
  })

  acceptJsonOnly(http)
  end.attach(http)
  logRequests(http, deps.tracing, deps.trustProxy)
  handleErrors(http)
  protect(http)
  refuseUnreadableAddresses(http)
  refuseUnknownHosts(http, publicUrl, deps.host)
  await http.register(fastifyCookie)
  await http.register(fastifyCompress, { threshold: 2048, encodings: ['gzip', 'deflate', 'identity'] })

  const replica = deps.replica
    ? openReplica(database, deps.replica, (state) => {
        const logState = state.problem ? http.log.warn.bind(http.log) : http.log.info.bind(http.log)
        logState({ replica: state }, 'database replica')
      })
    : primaryOnly(database)
  const serveDeps = {
    database,
    replica,
    publicUrl,
    clock: database.clock,
    timeZone: () => timeZone,
    publish,
    cookie: sessionCookie(publicUrl),
  }
  const realtime = serveRealtime(http, {
    ...serveDeps,
    adapter: deps.socketAdapter ?? 'memory',
    limits: { perUser: 5, perAddress: 50, ...deps.socketLimits },
    onReceived: receive,
  })
  const serve = serveOn(http, serveDeps)
  const mailServers = mailSetup(database.db, sealWith(deps.secretKey, 'mail server'), deps.mail ?? {}, publicUrl)
  const sender = mailSender(mailServers, publicUrl)
  const sms = smsSender(deps.sms ?? {}, publicUrl)
  const send = sendRetention(sender, sms)
  const roads = roadTable(deps.roads ?? {})
  const measure = measureRoads(roads, (message) => http.log.warn(message))
  const { exportSources, imports } = serveFeatures(http, serve, serveDeps, {
    publicUrl,
    limits,
    seal,
    files,
    mailServers,
    sender,
    sms,
    smsSettings: deps.sms ?? {},
    send,
    measure,
    hasRoads: roads !== null,
    setupCode: deps.setupCode,
    demo: deps.demo ?? false,
    hasDemo: deps.loadDemo !== undefined,
  })

  const handlers = jobHandlers(serveDeps, {
    files,
    replica,
    sender,
    send,
    exportSources,
    measure,
    imports,
    loadDemo: deps.loadDemo,
    log: http.log,
  })
  serveJobs(serve, handlers)
  const jobs = jobWorkers({
    database,
    handlers,
    tracing: deps.tracing,
    onFailure: (error, job) => http.log.warn({ err: error, job }, 'background job failed'),
    onError: (error) => http.log.warn({ err: error }, 'job queue failed'),
  })
  http.addHook('onReady', async () => {
    if (deps.worksOnJobs ?? true) await jobs.start()
  })
  http.addHook('preClose', async () => jobs.interrupt())
  http.addHook('onClose', async () => {
    await jobs.stop()
    await replica.close()
    await deps.tracing?.close()
  })

  serveHealth(http, database, replica)
  serveMetrics(http, {
    token: deps.metricsToken,
    version: packageVersion(),
    read: () => readMetrics(database, replica, realtime.connections),
  })
  acceptViolationReports(http)
  serveDocs(http, serve.routes, async (routes) => (await import('./api-document.ts')).apiDocument(routes))
  await serveWeb(http)
  return {
    http,
    routes: serve.routes,
    runJobs: jobs.runJobs,
    onTold: (listen) => {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
  }
}
