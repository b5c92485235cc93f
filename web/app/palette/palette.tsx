import { Command } from 'cmdk'
import { Search, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ResultList, type Choose } from './result-list.tsx'
import type { TypedEarly } from './typed-early.ts'
import { usePaletteResults } from './use-results.ts'
import { IconButton } from '#web/ui/button.tsx'
import { cn } from '#web/ui/class-names.ts'
import { overlayClass, panelClass } from '#web/ui/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

type PaletteProps = {
  early: TypedEarly
  close: () => void
}

/** Command palette: go to a page, create something, or open any record that the user may see. */
export default function Palette({ early, close }: PaletteProps) {
  const [typed, setTyped] = useState('')
  const navigate = useNavigate()
  const finds = usePaletteResults(typed.trim())
  const input = useRef<HTMLInputElement>(null)
  // Selects the first entry until the user selects another: cmdk may select before the results are rendered, and would
  // then have none.
  const [chosen, setChosen] = useState('')
  const found = finds.groups.flatMap(({ entries }) => entries)
  const selected = found.some(({ id }) => id === chosen) ? chosen : found[0]?.id
  // Enter was pressed before the results arrived: open the first one when they do.
  const [eagerFor, setEagerFor] = useState<string>()
  const [isFocused, setFocused] = useState(false)
  // Keystrokes buffered before the field was focused go into it first; otherwise the next key would replace them.
  useLayoutEffect(() => {
    const typedEarly = isFocused ? early.read() : null
    if (typedEarly === null) return
    const [words = '', ...entered] = typedEarly.split('\n')
    // If nothing was typed early, keep what is in the field.
    if (words !== '' && words !== typed) return setTyped(words)
    early.stop()
    if (entered.length > 0) setEagerFor(typed)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what was typed early is read until the field shows it
  }, [isFocused, typed])

  const choose: Choose = (one) => {
    close()
    if ('run' in one) one.run()
    else void navigate(one.path)
  }
  const openFirst = useEffectEvent(() => {
    const first = finds.groups[0]?.entries[0]
    if (first) choose(first)
  })
  const isEager = eagerFor === typed && !finds.isWaiting
  useEffect(() => {
    if (isEager) openFirst()
  }, [isEager])

  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Overlay className={cn(overlayClass, 'max-md:p-2')}>
          <Dialog.Content
            aria-describedby={undefined}
            className={cn(panelClass, 'max-w-160 overflow-hidden')}
            onOpenAutoFocus={(event) => {
              event.preventDefault()
              input.current?.focus()
              setFocused(true)
            }}
          >
            <Dialog.Title className="sr-only">Search everything</Dialog.Title>
            <Command
              label="Search everything"
              shouldFilter={false}
              loop
              value={selected ?? ''}
              onValueChange={setChosen}
              onKeyDownCapture={(event) => {
                if (event.key !== 'Enter' || event.nativeEvent.isComposing || !finds.isWaiting) return
                event.preventDefault()
                event.stopPropagation()
                setEagerFor(typed)
              }}
            >
              <div className="flex items-center gap-3 border-line border-b pr-2 pl-4">
                <Search aria-hidden size={16} className="shrink-0 text-muted" />
                <Command.Input
                  ref={input}
                  value={typed}
                  onValueChange={setTyped}
                  maxLength={120}
                  placeholder="Search records, pages and actions"
                  className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
                />
                {finds.isWaiting && <Spinner />}
                <IconButton label="Close" size="sm" onClick={close}>
                  <X aria-hidden />
                </IconButton>
              </div>
              <ResultList finds={finds} typed={typed.trim()} choose={choose} />
              <footer
                aria-hidden
                className="flex gap-4 border-line border-t px-4 py-2 text-muted text-xs max-md:hidden [&_kbd]:font-sans [&_kbd]:text-secondary"
              >
                <span>
                  <kbd>↑ ↓</kbd> to move
                </span>
                <span>
                  <kbd>Enter</kbd> to open
                </span>
                <span>
                  <kbd>Esc</kbd> to close
                </span>
              </footer>
            </Command>
          </Dialog.Content>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
