import { defaultSettings, type Settings } from '#shared/settings/api.ts'
import { getCompanySetup, putCompanySetup } from '#server/dashboard/company-setup.ts'
import { putLogo } from '#server/settings/logo.ts'
import { getSavedSettings, putSettings } from '#server/settings/settings.ts'
import type { On } from './on-day.ts'

/** The logo: a hull on two waves. */
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="120" viewBox="0 0 480 120">
  <path d="M14 58h92l-14 30H28z" fill="#14508c"/><path d="M56 14h8v40h-8zM68 20l30 30H68z" fill="#2f7fd1"/>
  <path d="M8 102q13-10 26 0t26 0 26 0 26 0" fill="none" stroke="#2f7fd1" stroke-width="6" stroke-linecap="round"/>
  <path d="M140 34h14v22h22V34h14v56h-14V68h-22v22h-14zM204 34h14v44h26v12h-40z" fill="#14508c"/>
  <path d="M262 34h14v18h18v14h-18v18h-14V66h-18V52h18z" fill="#2f7fd1"/></svg>`

const company: Settings['company'] = {
  name: 'Harbourline Medical Supply',
  headquarters: 'Tema, Ghana',
  website: 'https://harbourline.example',
  contactEmail: 'office@harbourline.example',
  phone: '+233 30 300 4100',
  address: '7 Quay Road\nTema',
  taxNumber: 'C0004182230',
  // The sample account of the IBAN standard.
  iban: 'GB82WEST12345698765432',
  bic: 'WESTGB2L',
}
const documents: Settings['documents'] = {
  invoiceTerms: 'Payment within the agreed days. Goods remain our property until they are paid in full.',
  confirmationTerms: 'Delivery dates are those of today’s stock. Please check quantities and addresses.',
}

/** Saved values take precedence over ours. */
const under = <T extends object>(own: T, saved: T): T => ({
  ...own,
  ...Object.fromEntries(Object.entries(saved).filter(([, value]) => value !== null)),
})

/** Sets the demo company's address and logo for documents. Its set-up checklist is dismissed. */
export async function addLetterhead(on: On): Promise<void> {
  const { default: sharp } = await import('sharp')
  const logo = await sharp(Buffer.from(drawing)).png().toBuffer()
  await on(0, async (work) => {
    const { data, version, logo: savedLogo, logoVersion } = await getSavedSettings(work.tx)
    const { name, ...rest } = data.company
    const isNamed = name !== defaultSettings.company.name
    await putSettings(
      work,
      {
        ...data,
        company: { ...under(company, { ...rest, name }), name: isNamed ? name : company.name },
        documents: under(documents, data.documents),
      },
      version,
    )
    if (!savedLogo) await putLogo(work, logo, logoVersion)
    const isMailTested = async () => false
    const setup = await getCompanySetup(work.tx, isMailTested)
    await putCompanySetup(work, { skipped: [], isDismissed: true }, setup.version, isMailTested)
  })
}
