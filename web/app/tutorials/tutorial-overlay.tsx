import { ArrowLeft, ArrowRight, Check, X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type KeyboardEvent, useRef, useState } from 'react'
import { tutorials } from '#web/app/tutorials/content/all.ts'
import { type TutorialKey, allTutorialNames } from './pick.ts'
import { StepDots } from './step-dots.tsx'
import { TutorialStepText } from './tutorial-step.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { cn } from '#web/ui/class-names.ts'
import { panelClass } from '#web/ui/dialog.tsx'
import { pageTitleId } from '#web/ui/page-header.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { useReturnFocus } from '#web/ui/return-focus.ts'

export type TutorialOverlayProps = { tutorial: TutorialKey; onClose: () => void }

/** A tutorial, step by step, in a corner of its page. Mount it to open it. */
export function TutorialOverlay({ tutorial, onClose }: TutorialOverlayProps) {
  const steps = tutorials[tutorial]
  const [at, setAt] = useState(0)
  const step = steps[at] ?? steps[0]
  const isLast = at === steps.length - 1
  const text = useRef<HTMLElement>(null)
  function goTo(other: number) {
    setAt(Math.max(0, Math.min(steps.length - 1, other)))
    // Start the new step at its top.
    text.current?.scrollTo(0, 0)
  }

  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay
          data-tutorial
          className="fixed inset-0 z-40 flex items-end justify-end bg-scrim/60 p-6 data-[state=open]:animate-fade max-md:p-0 print:hidden"
        >
          <Radix.Content
            {...useFocus()}
            onKeyDown={(event) => {
              const by = stepsOf(event)
              if (by === 0) return
              event.preventDefault()
              goTo(at + by)
            }}
            className={cn(
              panelClass,
              'flex max-h-[min(38rem,100%)] max-w-112 flex-col overflow-hidden',
              'max-md:max-h-[88dvh] max-md:max-w-none max-md:rounded-b-none',
            )}
          >
            <header className="flex flex-col gap-3 px-6 pt-5 pb-4 max-md:px-4">
              <div className="flex items-start gap-4">
                <div className="min-w-0 flex-1">
                  <Radix.Title className="font-semibold text-base">{allTutorialNames[tutorial]}</Radix.Title>
                  <Radix.Description className="figures text-muted text-table">
                    Step {at + 1} of {steps.length}
                  </Radix.Description>
                </div>
                <Radix.Close asChild>
                  <IconButton label="Close tutorial" size="sm" className="-mt-1 -mr-2">
                    <X aria-hidden />
                  </IconButton>
                </Radix.Close>
              </div>
              <ProgressBar label="Tutorial progress" value={at + 1} max={steps.length} />
            </header>
            <section
              ref={text}
              aria-label="Step"
              tabIndex={0}
              className="min-h-72 flex-1 overflow-y-auto px-6 pt-1 pb-6 -outline-offset-2 max-md:min-h-56 max-md:px-4"
            >
              <TutorialStepText key={at} step={step} />
            </section>
            <footer className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t px-6 py-3 max-md:px-4 max-md:pb-[max(0.75rem,env(safe-area-inset-bottom))]">
              <StepDots steps={steps} at={at} onGoTo={goTo} />
              <div className="ml-auto flex gap-2">
                {/* Not `disabled`: when going back to the first step, the button would lose the focus. */}
                <Button aria-disabled={at === 0} onClick={() => goTo(at - 1)} className="aria-disabled:opacity-55">
                  <ArrowLeft aria-hidden />
                  Back
                </Button>
                <Button variant="primary" onClick={isLast ? onClose : () => goTo(at + 1)}>
                  {isLast ? 'Done' : 'Next'}
                  {isLast ? <Check aria-hidden /> : <ArrowRight aria-hidden />}
                </Button>
              </div>
            </footer>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The panel itself takes the initial focus, so that a key meant for the page presses no button. */
function useFocus() {
  const panel = useRef<HTMLDivElement>(null)
  const focus = useReturnFocus(() => panel.current)
  return {
    ref: panel,
    onOpenAutoFocus: focus.onOpenAutoFocus,
    onCloseAutoFocus: (event: Event) => {
      focus.onCloseAutoFocus(event)
      // It opened by itself and nothing had the focus: move it to the page's heading.
      if (document.activeElement === document.body) document.getElementById(pageTitleId)?.focus({ preventScroll: true })
    },
  }
}

/** Steps to go for a key: the arrow keys go back and forth. */
function stepsOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): number {
  if (ctrlKey || metaKey || altKey || shiftKey) return 0
  return key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0
}
