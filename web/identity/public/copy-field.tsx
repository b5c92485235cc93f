import { Check, Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

type CopyFieldProps = { label: string; value: string; help?: string; what?: string }

/** A text to hand over, mostly a link: focus selects it, the button copies it. */
export function CopyField({ label, value, help, what = 'link' }: CopyFieldProps) {
  const [outcome, setOutcome] = useState<'copied' | 'selected'>()
  const place = useRef<HTMLDivElement>(null)
  const select = () => place.current?.querySelector('input')?.select()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setOutcome('copied')
    } catch {
      // Browsers provide no clipboard over plain HTTP.
      select()
      setOutcome('selected')
    }
  }
  return (
    <div ref={place}>
      <Field label={label} help={outcome === 'selected' ? 'Selected: copy it with Ctrl+C.' : help}>
        {(control) => (
          <div className="flex gap-2">
            <Input {...control} readOnly value={value} onFocus={select} />
            <Button onClick={() => void copy()}>
              {outcome === 'copied' ? <Check aria-hidden /> : <Copy aria-hidden />}
              {outcome === 'copied' ? 'Copied' : `Copy ${what}`}
            </Button>
          </div>
        )}
      </Field>
    </div>
  )
}
