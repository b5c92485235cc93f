import type { Settings } from '#shared/settings/api.ts'
import { companyLabels } from './company-labels.ts'

type CompanyField = keyof typeof companyLabels
export type SettingsValues = Omit<Settings, 'company' | 'documents' | 'purchasing' | 'logistics'> & {
  company: Record<CompanyField, string>
  documents: Record<keyof Settings['documents'], string>
  purchasing: Omit<Settings['purchasing'], 'approvalLimit'> & { approvalLimit: string }
  logistics: Omit<Settings['logistics'], 'gs1Prefix'> & { gs1Prefix: string }
}

/** The form values of the settings; missing ones are ''. */
export function settingsValues(settings: Settings): SettingsValues {
  const company = Object.fromEntries(
    Object.keys(companyLabels).map((name) => [name, settings.company[name as CompanyField] ?? '']),
  ) as Record<CompanyField, string>
  const purchasing = { ...settings.purchasing, approvalLimit: settings.purchasing.approvalLimit ?? '' }
  const logistics = { ...settings.logistics, gs1Prefix: settings.logistics.gs1Prefix ?? '' }
  const { invoiceTerms, confirmationTerms } = settings.documents
  const documents = { invoiceTerms: invoiceTerms ?? '', confirmationTerms: confirmationTerms ?? '' }
  return { ...settings, documents, company, purchasing, logistics }
}

/** The saved settings, overlaid with the edited fields; `touched` is react-hook-form's `dirtyFields`. */
export function withTyped(saved: Settings, typed: Settings, touched: object): Settings {
  return overlay(saved, typed, touched) as Settings
}

function overlay(saved: unknown, typed: unknown, touched: unknown): unknown {
  if (touched === true) return typed
  // Rows can be added and removed, so an edited list replaces the saved one.
  if (Array.isArray(typed)) return touched ? typed : saved
  if (typeof touched !== 'object' || touched === null) return saved
  const result = { ...(saved as Record<string, unknown>) }
  for (const [name, isTouched] of Object.entries(touched)) {
    result[name] = overlay(result[name], (typed as Record<string, unknown>)[name], isTouched)
  }
  return result
}
