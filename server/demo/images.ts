import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { StoredFiles } from '#server/files/stored-files.ts'
import { addImage, describeImage } from '#server/inventory/products/product-images.ts'
import type { On } from './on-day.ts'

/* Pictures of the demo company's goods: simple drawings made here, so that no other copyright applies. */

const side = 900
const svgOf = (
  from: string,
  to: string,
  drawing: string,
) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 900">
  <defs><linearGradient id="ground" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>
  <rect width="900" height="900" fill="url(#ground)"/><ellipse cx="450" cy="742" rx="270" ry="30" fill="#000" opacity=".10"/>${drawing}</svg>`
/** A folding box with a label; `print` is drawn into 280 × 150 points. */
const box = (face: string, dark: string, band: string, print: string) =>
  `<path d="M230 330 320 250H670L580 330Z" fill="${dark}"/><path d="M580 330 670 250V650L580 740Z" fill="${dark}" opacity=".82"/>
  <rect x="230" y="330" width="350" height="410" fill="${face}"/><rect x="230" y="640" width="350" height="44" fill="${band}"/>
  <g transform="translate(265 420)">${print}</g>`
const pill = (x: number, y: number, fill: string) =>
  `<rect x="${x}" y="${y}" width="120" height="52" rx="26" fill="${fill}"/><path d="M${x + 60} ${y}h34a26 26 0 0 1 0 52h-34z" fill="#fff" opacity=".55"/>`

const drawings = {
  gloves: svgOf(
    '#eef5fb',
    '#d5e5f3',
    box(
      '#3f7fc1',
      '#2c6199',
      '#ffffff',
      `<path d="M70 160V80a18 18 0 0 1 36 0V30a18 18 0 0 1 36 0V22a18 18 0 0 1 36 0v14a18 18 0 0 1 36 0v90l28-28a20 20 0 0 1 30 26l-66 92H96z" fill="#bfe0ff"/>`,
    ),
  ),
  mask: svgOf(
    '#eef8f5',
    '#d3ebe4',
    `<path d="M250 380q200-90 400 0v170q-200 120-400 0z" fill="#9fd8cb"/><path d="M250 430q200-70 400 0M250 480q200-60 400 0M250 530q200-30 400 0" fill="none" stroke="#6fb9a9" stroke-width="8"/>
    <path d="M250 395q-120 60 0 150M650 395q120 60 0 150" fill="none" stroke="#f7fffd" stroke-width="14"/>`,
  ),
  syringe: svgOf(
    '#f2f4fb',
    '#dde2f3',
    `<g transform="rotate(38 450 470)"><rect x="300" y="410" width="330" height="120" rx="16" fill="#fff" stroke="#8d99c6" stroke-width="8"/>
    <rect x="306" y="416" width="170" height="108" rx="10" fill="#bcd0ff"/><path d="M370 410v44M420 410v44M470 410v44M520 410v44M570 410v44" stroke="#8d99c6" stroke-width="6"/>
    <rect x="630" y="446" width="70" height="48" fill="#aab4dc"/><rect x="700" y="400" width="22" height="140" rx="8" fill="#8d99c6"/><rect x="476" y="416" width="18" height="108" fill="#4a5688"/>
    <path d="M300 450h-50v40h50z" fill="#aab4dc"/><path d="M250 466H110v8h140z" fill="#707a9e"/></g>`,
  ),
  tablets: svgOf(
    '#fdf6ee',
    '#f4e3cd',
    box('#fffaf3', '#e3cfb2', '#d97941', pill(10, 10, '#e0653a') + pill(150, 10, '#e0653a') + pill(80, 84, '#e0653a')),
  ),
  vial: svgOf(
    '#f5f1fb',
    '#e2d8f1',
    `<rect x="370" y="230" width="160" height="70" rx="10" fill="#7a5bb0"/><rect x="385" y="300" width="130" height="46" fill="#c9bde2"/>
    <path d="M385 346h130l50 60v300a34 34 0 0 1-34 34H369a34 34 0 0 1-34-34V406z" fill="#fff" opacity=".92"/><path d="M345 520h210v180a24 24 0 0 1-24 24H369a24 24 0 0 1-24-24z" fill="#d9ccf2"/>
    <rect x="335" y="440" width="230" height="150" fill="#7a5bb0"/><rect x="360" y="470" width="150" height="18" rx="9" fill="#fff"/><rect x="360" y="506" width="100" height="14" rx="7" fill="#cbb9ec"/><rect x="360" y="536" width="130" height="14" rx="7" fill="#cbb9ec"/>`,
  ),
  test: svgOf(
    '#f0f8ee',
    '#d8ebd2',
    `<rect x="250" y="290" width="400" height="390" rx="34" fill="#fff"/><rect x="300" y="340" width="300" height="110" rx="18" fill="#eaf3e6"/>
    <path d="M380 340v110M460 340v110" stroke="#d1435b" stroke-width="12"/><circle cx="450" cy="570" r="58" fill="#eaf3e6" stroke="#8fbf83" stroke-width="8"/>
    <path d="M450 530c28 34 36 46 36 60a36 36 0 0 1-72 0c0-14 8-26 36-60z" fill="#d1435b"/>`,
  ),
}
type Drawing = keyof typeof drawings

/** By the SKU of products: the drawing, and its alternative text. */
const pictures: readonly (readonly [sku: RegExp, drawing: Drawing, alt: string])[] = [
  [/^GLV/, 'gloves', 'A dispenser box of blue gloves'],
  [/^MSK/, 'mask', 'A green three-ply mask'],
  [/^SYR/, 'syringe', 'A syringe with its needle'],
  [/^MED-(PAR|AMX|AL)/, 'tablets', 'A carton of tablets'],
  [/^MED-(INS|OXY)/, 'vial', 'A vial with a violet cap'],
  [/^DX-(HIV|MAL)/, 'test', 'A rapid test with two lines'],
]

/** Draws each picture once and adds it to all products that it fits. */
export async function drawImages(on: On, files: StoredFiles): Promise<void> {
  const { default: sharp } = await import('sharp')
  const products = await on(80, async (work) => {
    work.audit('demo.pictures', 'product', null)
    const { rows } = await sql<{ id: string; sku: string }>`select id, sku from items
      where kind = 'product' and deleted_at is null order by sku`.execute(work.tx)
    return rows
  })
  const drawn = await Promise.all(
    pictures.map(async ([, drawing]) => {
      const large = await sharp(Buffer.from(drawings[drawing])).resize(side, side).webp({ quality: 82 }).toBuffer()
      return { large, thumbnail: await sharp(large).resize(320, 320).webp({ quality: 78 }).toBuffer() }
    }),
  )
  for (const { id: itemId, sku } of products) {
    const at = pictures.findIndex(([pattern]) => pattern.test(sku))
    const picture = drawn[at]
    const [, drawing, alt] = pictures[at] ?? []
    if (!picture || !drawing || !alt) continue
    const id = newId()
    await files.put(id, 'large', picture.large)
    await files.put(id, 'thumbnail', picture.thumbnail)
    const sourceHash = createHash('sha256').update(drawings[drawing]).digest('base64url')
    const image = {
      id,
      fileName: `${drawing}.svg`,
      width: side,
      height: side,
      bytes: picture.large.byteLength,
      sourceHash,
    }
    await on(80, async (work) => {
      await addImage(work, itemId, image)
      await describeImage(work, itemId, id, alt)
    })
  }
}
