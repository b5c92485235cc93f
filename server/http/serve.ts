import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { mayCall } from '#shared/access/can.ts'
import { mayReadAll, readableReply } from '#shared/access/field-access.ts'
import { type FieldErrors, Refusal } from '#shared/http/refusal.ts'
import { messageOf } from '#shared/http/issue-messages.ts'
import type { Page } from '#shared/http/paging.ts'
import type { RequestOf, ReplyInput, Route, RouteSpec } from '#shared/http/route.ts'
import { command, type CommandDeps } from '#server/kernel/command.ts'
import type { Db } from '#server/db/database.ts'
import type { Replica } from '#server/db/replica.ts'
import { WrittenPage } from '#server/db/written-page.ts'
import { withLastChange } from '#server/kernel/last-change.ts'
import { type Caller, requireSudo, type Work } from '#server/kernel/work.ts'
import { replyWriter } from './reply-serializer.ts'
import { versionReader } from './etag.ts'
import { refuseForeignOrigin } from './origin.ts'
import { acceptRawFiles } from './raw-files.ts'
import type { SessionCookie } from './session.ts'
import { sessionLookup } from './session-lookup.ts'
import { requireStatedAccess } from './require-access.ts'

export interface ServeDeps extends CommandDeps {
  cookie: SessionCookie
  /** The read replica, for reports. */
  replica: Replica
  publicUrl: string
}

type Maybe<S extends RouteSpec> = S['access'] extends 'public' ? Caller | null : Caller

export interface Reading<S extends RouteSpec> extends RequestOf<S> {
  db: Db
  caller: Maybe<S>
  /** The version of If-Match; 0 if the route doesn't use it. */
  version: number
  request: FastifyRequest
  reply: FastifyReply
}

interface Writing<S extends RouteSpec> extends RequestOf<S> {
  /** The version of If-Match; 0 if none was sent and the route doesn't require it. */
  version: number
}

/** A list may return a page that the database has already serialized to JSON. */
type Written<S extends RouteSpec> = ReplyInput<S> extends Page<infer Row> ? WrittenPage<Row> : never

/** Connects contracts (declared routes) with their implementation and serves them. */
export interface Serve {
  /** Serves a route that changes nothing, or that opens its own transaction (public routes, uploads). */
  read<S extends RouteSpec>(route: Route<S>, answer: (input: Reading<S>) => Promise<ReplyInput<S> | Written<S>>): void
  /** Serves a route that changes something: it runs as one `command`. */
  write<S extends RouteSpec>(route: Route<S>, act: (work: Work, input: Writing<S>) => Promise<ReplyInput<S>>): void
  /** The implementation of a GET route that is served already, for exports and the dashboard. It does not check `access`. */
  answerOf(route: Route): (input: { db: Db; caller: Caller; query: object }) => Promise<unknown>
  /** All routes served so far. */
  routes: readonly Route[]
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

export function serveOn(app: FastifyInstance, deps: ServeDeps): Serve {
  const routes: Route[] = []
  const answers = new Map<string, (input: never) => Promise<unknown>>()
  const declare = requireStatedAccess(app)
  const { db } = deps.database
  const callerOf = sessionLookup(db)

  async function admit(route: Route, request: FastifyRequest): Promise<Caller | null> {
    const token = deps.cookie.read(request)
    const caller = token ? await callerOf(token) : null
    request.callerId = caller?.userId ?? null
    if (caller?.owesSecondFactor && !isOpenBeforeSecondFactor(route)) throw new Refusal('SECOND_FACTOR_REQUIRED')
    if (!mayCall(caller, route.spec.access)) throw new Refusal(caller ? 'FORBIDDEN' : 'NOT_SIGNED_IN')
    if (caller && route.spec.sudo) requireSudo(caller)
    return caller
  }

  function add(route: Route, run: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) {
    declare(route)
    routes.push(route)
    acceptRawFiles(app, route, routes)
    app.route({
      method: route.method,
      url: route.path,
      bodyLimit: route.spec.upload?.maxBytes ?? 256 * 1024,
      // CSRF check before the body is read.
      onRequest: async (request) => refuseForeignOrigin(request, deps.publicUrl),
      // For uploads, check access before any byte of the file is stored.
      ...(route.spec.upload && { preParsing: async (request: FastifyRequest) => void (await admit(route, request)) }),
      handler: run,
    })
  }

  return {
    routes,
    answerOf(route) {
      const answer = answers.get(route.path)
      if (!answer) throw new Error(`${route.path} is not served yet`)
      return (input) => answer(input as never)
    },
    read(route, answer) {
      const { spec } = route
      if (route.method === 'GET') {
        answers.set(route.path, async (input: never) =>
          readableBy((input as Reading<typeof spec>).caller, spec, asObject(await answer(input))),
        )
      }
      const write = spec.reply ? replyWriter(spec.reply) : null
      const versionIn = versionReader(spec.reply)
      add(route, async (request, reply) => {
        const caller = (await admit(route, request)) as Maybe<typeof spec>
        const version = spec.ifMatch ? versionOf(request, spec.ifMatch === 'optional') : 0
        const checked = check(spec, request)
        const result = await answer({ ...checked, db, caller, version, request, reply } as Reading<typeof spec>)
        if (reply.sent || spec.download) return result
        const isAsWritten =
          result instanceof WrittenPage && (!spec.fields || mayReadAll(spec.fields, subjectOf(caller)))
        if (isAsWritten) return send(reply, 200, result.json, undefined)
        const shown = readableBy(caller, spec, asObject(result))
        return send(reply, spec.status ?? 200, write ? write(shown) : '', versionIn(shown))
      })
    },
    write(route, act) {
      const { spec } = route
      const write = spec.reply ? replyWriter(spec.reply) : null
      const versionIn = versionReader(spec.reply)
      add(route, async (request, reply) => {
        const caller = (await admit(route, request)) as Caller
        const key = keyOf(request, spec)
        const version = spec.ifMatch ? versionOf(request, spec.ifMatch === 'optional') : 0
        const checked = check(spec, request)
        let tag: number | undefined
        const done = await command(
          deps,
          {
            caller,
            route: `${route.method} ${route.path}`,
            key,
            content: { ...checked, version },
            status: spec.status ?? (spec.reply ? 200 : 204),
            requestId: request.id,
          },
          (work) => act(work, { ...checked, version } as Writing<typeof spec>),
          (result) => {
            tag = versionIn(result)
            return write ? write(readableBy(caller, spec, result)) : ''
          },
        ).catch(async (error: unknown) => {
          throw await withLastChange(db, error, checked)
        })
        if (done.replayed) {
          reply.header('idempotency-replayed', 'true')
          if (done.body) tag = versionIn(JSON.parse(done.body))
        }
        return send(reply, done.status, done.body, tag)
      })
    },
  }
}

const asObject = (result: unknown): unknown => (result instanceof WrittenPage ? result.read() : result)

/** A user who still has to set up a second factor has no rights yet. */
const subjectOf = (caller: Caller | null): Caller | null => (caller?.owesSecondFactor ? null : caller)

/** The response without the fields that the caller may not read. */
const readableBy = <T>(caller: Caller | null, { fields }: RouteSpec, result: T): T =>
  fields ? readableReply(result, fields, subjectOf(caller)) : result

const isOpenBeforeSecondFactor = ({ spec }: Route) => spec.beforeSecondFactor === true || spec.access === 'public'

function send(reply: FastifyReply, status: number, body: string, version: number | undefined) {
  reply.status(status)
  if (!body) return reply.send()
  if (version !== undefined) reply.header('etag', `"v${version}"`)
  return reply.type('application/json; charset=utf-8').send(body)
}

/** Parses params, query and body. Throws NOT_FOUND for bad params, else INVALID with all errors at once, unknown keys included. */
function check(spec: RouteSpec, request: FastifyRequest) {
  // No prototype: a client may send a field called __proto__, which must be reported like any other.
  const fields = Object.create(null) as FieldErrors
  const part = (schema: z.ZodType | undefined, value: unknown, isBody = false) => {
    if (!schema) {
      if (isBody && value != null && JSON.stringify(value) !== '{}') fields['body'] = 'is not expected'
      return undefined
    }
    if (isBody && (value === undefined || value === null)) value = {}
    // PostgreSQL can't store NUL characters. In a body the schemas refuse them.
    if (!isBody) for (const name of namesWithNul(value)) fields[name] = 'contains invalid characters'
    const parsed = schema.safeParse(value, { reportInput: true })
    if (parsed.success) return parsed.data
    for (const issue of parsed.error.issues) {
      const path = issue.path.join('.')
      if (issue.code === 'unrecognized_keys') {
        for (const key of issue.keys) fields[path ? `${path}.${key}` : key] = 'is not known'
      } else fields[path || 'body'] ??= messageOf(issue)
    }
    return undefined
  }
  const params = spec.params ? spec.params.safeParse(request.params) : undefined
  if (params && !params.success) throw new Refusal('NOT_FOUND')
  const checked = {
    params: params?.data,
    query: part(spec.query, request.query),
    body: spec.upload ? undefined : part(spec.body, request.body, true),
  }
  const named = Object.entries(fields)
  if (named.length > 0) {
    throw new Refusal('INVALID', named.map(([field, message]) => `${field}: ${message}`).join('; '), { fields })
  }
  return checked
}

const namesWithNul = (query: unknown): string[] =>
  Object.entries(query ?? {}).flatMap(([name, value]) => (String(value).includes('\0') ? [name] : []))

function keyOf(request: FastifyRequest, spec: RouteSpec): string | undefined {
  const key = request.headers['idempotency-key']
  if (spec.idempotency === 'none') return undefined
  if (key === undefined) {
    if (spec.idempotency === 'required') throw new Refusal('IDEMPOTENCY_KEY_MISSING')
    return undefined
  }
  if (typeof key !== 'string' || !uuid.test(key)) throw new Refusal('MALFORMED', 'Idempotency-Key is not a UUID.')
  return key.toLowerCase()
}

function versionOf(request: FastifyRequest, isOptional: boolean): number {
  const header = request.headers['if-match']
  if (header === undefined && isOptional) return 0
  if (header === undefined) throw new Refusal('IF_MATCH_MISSING')
  const version = /^(?:W\/)?"?v?(\d{1,9})"?$/.exec(header)?.[1]
  if (!version) throw new Refusal('MALFORMED', 'If-Match is not a version.')
  return Number(version)
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's user id, for the log. */
    callerId: string | null
  }
}
