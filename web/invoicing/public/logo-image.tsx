import { settingsApi } from '#shared/settings/api.ts'
import { addressOf } from '#web/api/address.ts'
import { useLogo } from '#web/session/settings.ts'

/** The company's logo on white, as on paper; nothing where there is none. */
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
