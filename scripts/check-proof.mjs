import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

// node scripts/check-proof.mjs proof.json: computes the hash of a proof of delivery again from the signed document. The file is one
// proof of GET /api/shipments/:id ({ document, hash, … }), a list of them, or the whole shipment with its `proofs`. The script
// imports nothing of the program, so that anyone who doubts a proof can read all of the code.

/**
 * JSON with its keys sorted by code unit and without spaces. @param {unknown} value @returns {string}
 */
export function canonicalJson(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value !== null && typeof value === 'object') {
    const pairs = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
    return `{${pairs.map(([key, part]) => `${JSON.stringify(key)}:${canonicalJson(part)}`).join(',')}}`
  }
  return JSON.stringify(value)
}

/**
 * @typedef {{ line: string }} Line
 * @param {{ lines: Line[], deviceTime: string, place?: { latitude: number, longitude: number } | null }} document
 * @returns {string} SHA-256 in hex
 */
export function proofHash(document) {
  const { place, lines, deviceTime } = document
  const text = canonicalJson({
    ...document,
    lines: lines.toSorted((a, b) => (a.line < b.line ? -1 : 1)),
    deviceTime: new Date(deviceTime).toISOString(),
    place: place ? { latitude: place.latitude, longitude: place.longitude } : null,
  })
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** @param {any} content @returns {{ document: any, hash: string, receivedBy?: string }[]} */
const proofsIn = (content) => (Array.isArray(content) ? content : (content.proofs ?? [content]))

/** @param {string} file @returns {boolean} whether every proof in it still matches its hash */
export function checkProofs(file) {
  const proofs = proofsIn(JSON.parse(readFileSync(file, 'utf8')))
  if (proofs.length === 0) console.error('There is no proof in this file')
  const results = proofs.map(({ document, hash, receivedBy }) => {
    const found = proofHash(document)
    const isSame = found === hash
    console.log(`${isSame ? 'ok      ' : 'CHANGED '} ${hash}  ${receivedBy ?? document.receiver}`)
    if (!isSame) console.log(`         ${found}  is what this document hashes to`)
    return isSame
  })
  return proofs.length > 0 && results.every(Boolean)
}

if (import.meta.main) {
  const [file] = process.argv.slice(2)
  if (!file) console.error('Usage: node scripts/check-proof.mjs proof.json')
  process.exitCode = file && checkProofs(file) ? 0 : 1
}
