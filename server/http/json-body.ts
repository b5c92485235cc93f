import type { FastifyInstance } from 'fastify'
import { Refusal } from '#shared/http/refusal.ts'

const maxDepth = 20
const maxListLength = 500

/** Accepts only JSON bodies, except on routes for file uploads, and refuses suspicious JSON before it is parsed. */
export function acceptJsonOnly(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error')
  http.removeContentTypeParser(['text/plain', 'application/json'])
  http.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    const body = textOf(bytes)
    if (body === null) return done(new Refusal('MALFORMED', 'The body is not UTF-8.'))
    const problem = problemOf(body)
    if (problem) return done(problem)
    return parse(request, body, done)
  })
}

/** Null if the bytes are not UTF-8: lenient decoding would store other characters than were sent. */
function textOf(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

interface Level {
  /** The keys of the object so far; null in an array. */
  names: Set<string> | null
  items: number
}

/**
 * Scans the text once for nesting that is too deep to be serialized again, arrays longer than any schema allows, and duplicate
 * keys, of which JSON.parse would silently keep the last. It doesn't check the syntax; the parser does.
 */
function problemOf(json: string): Refusal | null {
  const levels: Level[] = []
  let text: string | null = null
  for (let at = 0; at < json.length; at += 1) {
    const level = levels.at(-1)
    switch (json.charCodeAt(at)) {
      case 0x22: {
        const end = endOfText(json, at)
        text = json.slice(at, end + 1)
        at = end
        break
      }
      case 0x7b: // {
      case 0x5b: // [
        if (levels.length >= maxDepth) return new Refusal('MALFORMED', `The body is nested deeper than ${maxDepth}.`)
        levels.push({ names: json[at] === '{' ? new Set() : null, items: 1 })
        break
      case 0x7d: // }
      case 0x5d: // ]
        levels.pop()
        break
      case 0x2c: // ,
        if (!level || level.names) break
        level.items += 1
        if (level.items > maxListLength)
          return new Refusal('TOO_LARGE', `A list has more than ${maxListLength} entries.`)
        break
      case 0x3a: {
        // :
        const name = level?.names && text !== null ? nameOf(text) : null
        if (name === null) break
        if (level?.names?.has(name)) return new Refusal('MALFORMED', 'The body names the same field twice.')
        level?.names?.add(name)
        break
      }
    }
  }
  return null
}

/** The index of the closing quote of the string that begins here; the length of the text if there is none. */
function endOfText(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === 0x5c) at += 1
    else if (code === 0x22) return at
  }
  return json.length
}

/** Unescapes a key: `"n\u0061me"` is name. */
function nameOf(quoted: string): string | null {
  if (!quoted.includes('\\')) return quoted.slice(1, -1)
  try {
    return JSON.parse(quoted) as string
  } catch {
    return null
  }
}
