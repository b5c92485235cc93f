import { KeyRound } from 'lucide-react'
import { canUsePasskeys } from './passkey-browser.ts'
import { usePasskey } from '#web/identity/profile/use-passkey.ts'
import { Button } from '#web/ui/button.tsx'

type PasskeyButtonProps = Parameters<typeof usePasskey>[0] & { children: string; primary?: boolean }

/** Continues with a passkey; not rendered if the browser doesn't support it. */
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
