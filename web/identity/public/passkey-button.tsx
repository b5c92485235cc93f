import { KeyRound } from 'lucide-react'
import { canUsePasskeys } from './passkey-browser.ts'
import { usePasskey } from '#web/identity/profile/use-passkey.ts'
import { Button } from '#web/ui/button.tsx'

type PasskeyButtonProps = Parameters<typeof usePasskey>[0] & { children: string; primary?: boolean }

/** Goes on with a passkey; not there where the browser can't. */
export function PasskeyButton({ children, primary = false, ...steps }: PasskeyButtonProps) {
  const passkey = usePasskey(steps)
  if (!canUsePasskeys()) return null
  return (
    <Button variant={primary ? 'primary' : 'secondary'} busy={passkey.isBusy} onClick={passkey.start}>
      <KeyRound aria-hidden />
      {children}
    </Button>
  )
}
