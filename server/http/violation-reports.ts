import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

/** Where browsers report violations of the content security policy (its `report-to`). */
export const violationPath = '/policy-reports'
/** Anyone can send reports, so at most this many per minute are logged. */
export const maxViolations = 20

const short = z.string().transform((value) => value.slice(0, 200))
const Reports = z
  .array(
    z.object({
      type: z.literal('csp-violation'),
      body: z.object({
        documentURL: short,
        effectiveDirective: short,
        blockedURL: short.optional(),
        sourceFile: short.nullish(),
        lineNumber: z.number().nullish(),
      }),
    }),
  )
  .max(50)

/** Receives the reports and logs them, with URLs stripped of query and fragment. */
export function acceptViolationReports(http: FastifyInstance): void {
  let [minute, written] = [0, 0]
  void http.register(async (part) => {
    part.addContentTypeParser(
      'application/reports+json',
      { parseAs: 'string', bodyLimit: 16 * 1024 },
      (_, body, done) => done(null, body),
    )
    part.post(violationPath, async (request, reply) => {
      const found = Reports.safeParse(parsed(String(request.body)))
      const now = Math.floor(Date.now() / 60_000)
      if (now !== minute) [minute, written] = [now, 0]
      for (const { body } of found.data ?? []) {
        written += 1
        if (written > maxViolations) break
        const { documentURL, effectiveDirective, blockedURL, sourceFile, lineNumber } = body
        const seen = {
          page: bare(documentURL),
          effectiveDirective,
          blocked: bare(blockedURL),
          source: bare(sourceFile),
        }
        request.log.warn({ ...seen, lineNumber }, 'A browser kept the page from doing what its policy forbids')
      }
      return reply.status(204).send()
    })
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The URL without query and fragment, which may contain private data. */
const bare = (address: string | null | undefined) => address?.replace(/[?#].*$/s, '')
