import { useState } from 'react'
import { passkeysApi } from '#shared/identity/profile/passkeys-api.ts'
import type { User } from '#shared/identity/user.ts'
import { call } from '#web/api/client.ts'
import { canUsePasskeys } from '#web/identity/public/passkey-browser.ts'
import { PasskeyButton } from '#web/identity/public/passkey-button.tsx'
import { Notice } from '#web/ui/notice.tsx'

type PasskeyLogInProps = { realm: 'staff' | 'customer'; onUser: (user: User | undefined) => string | undefined }

/** Logs in with a passkey, without a password. */
export function PasskeyLogIn({ realm, onUser }: PasskeyLogInProps) {
  const [problem, setProblem] = useState<string>()
  if (!canUsePasskeys()) return null
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center gap-3 text-muted text-xs before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </div>
      {problem && <Notice tone="bad">{problem}</Notice>}
      <PasskeyButton
        begin={() => call(passkeysApi.beginLogin, { body: { realm } }, { prefix: 'Login failed' })}
        finish={async (passkey) => {
          setProblem(undefined)
          const { user } = await call(passkeysApi.login, { body: { realm, passkey } }, { prefix: 'Login failed' })
          setProblem(onUser(user))
        }}
        onProblem={setProblem}
      >
        Log in with a passkey
      </PasskeyButton>
    </div>
  )
}
