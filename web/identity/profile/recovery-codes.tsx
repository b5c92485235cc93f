import { Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Shows the recovery codes, which is possible only once. */
export function RecoveryCodes({ codes, close }: { codes: readonly string[]; close: () => void }) {
  const [isCopied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard?.writeText(codes.join('\n')).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <Dialog open onOpenChange={(open) => !open && close()} title="Your recovery codes" size="sm">
      <DialogBody>
        <Notice tone="warn" title="Shown only once">
          Keep them apart from your phone. Each works once in place of an app code.
        </Notice>
        <ul
          aria-label="Recovery codes"
          className="figures grid justify-center gap-x-6 gap-y-1.5 whitespace-nowrap font-mono text-sm sm:grid-cols-2 sm:justify-start"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </DialogBody>
      <DialogFooter>
        <Button onClick={() => void copy()}>
          <Copy aria-hidden />
          {isCopied ? 'Copied' : 'Copy all'}
        </Button>
        <Button variant="primary" onClick={close}>
          I have saved them
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
