import { settingsApi } from '#shared/settings/api.ts'
import { addressOf } from '#web/api/address.ts'
import { useLogo } from '#web/session/settings.ts'

/** The company's logo on a white background, as in print; nothing without a logo. */
export function LogoImage() {
  const logo = useLogo()
  if (!logo) return null
  return (
    <img
      src={addressOf(settingsApi.getLogo, { query: { v: logo } })}
      alt="Company logo"
      className="mb-2 max-h-14 max-w-60 rounded-sm bg-white object-contain"
    />
  )
}
