import { businessDate } from '#shared/dates.ts'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import { settingsApi } from '#shared/settings/api.ts'
import { imageDecoder } from '#server/files/image-decoder.ts'
import { drawSampleInvoice } from '#server/flows/money/sample-invoice.ts'
import type { Serve, ServeDeps } from '#server/http/serve.ts'
import { command } from '#server/kernel/command.ts'
import { putLogo, readLogo, removeLogo } from './logo.ts'
import { getSettings } from './settings.ts'

/** The largest size that is ever drawn; smaller logos keep theirs. */
const room = { width: 900, height: 260 }

/** The logo on documents, and a sample document. */
export function serveLogo({ read, write }: Serve, deps: ServeDeps): void {
  const decode = imageDecoder()
  const { method, path } = settingsApi.putLogo
  read(settingsApi.putLogo, async ({ caller, request, version }) => {
    const sent = request.body
    if (!Buffer.isBuffer(sent) || sent.length === 0) throw invalid('file', 'is empty or missing')
    const { large } = await decode(sent)
    const { default: sharp } = await import('sharp')
    const content = await sharp(large)
      .resize({ ...room, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer()
    let saved = { logo: '', version }
    await command(
      deps,
      { caller, route: `${method} ${path}`, status: 200 },
      async (work) => {
        saved = await putLogo(work, content, version)
        work.announce('settings_updated', await getSettings(work.tx))
      },
      () => '',
    )
    return saved
  })
  write(settingsApi.removeLogo, async (work, { version }) => {
    await removeLogo(work, version)
    work.announce('settings_updated', await getSettings(work.tx))
  })
  read(settingsApi.getLogo, async ({ db, reply }) => {
    const content = await readLogo(db)
    if (!content) throw new Refusal('NOT_FOUND')
    reply
      .header('cache-control', 'private, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .type('image/png')
    return content as never
  })
  read(settingsApi.printSampleInvoice, async ({ db, reply }): Promise<never> => {
    reply.type('application/pdf').header('content-disposition', 'inline; filename="sample-invoice.pdf"')
    return (await drawSampleInvoice(db, businessDate(deps.clock(), deps.timeZone()))) as never
  })
}
