import { CircleCheck, Lightbulb } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TutorialStep } from './tutorial.ts'
import { Notice } from '#web/ui/notice.tsx'

/** The text of one step, with its sections. */
export function TutorialStepText({ step }: { step: TutorialStep }) {
  const { title, text, howTo, expect, tips, shortcut, warning } = step
  return (
    <div className="flex animate-fade flex-col gap-5">
      <div aria-live="polite" className="flex flex-col gap-1.5">
        <h3 className="text-balance font-semibold text-xl tracking-tight">{title}</h3>
        <p className="text-pretty text-secondary">{text}</p>
      </div>
      {howTo && (
        <Section title="How to Do It">
          <ol className="flex flex-col gap-2.5">
            {howTo.map((act, at) => (
              <Item key={act} sign={<Number value={at + 1} />}>
                {act}
              </Item>
            ))}
          </ol>
        </Section>
      )}
      {expect && (
        <Section title="What to Expect">
          <ul className="flex flex-col gap-2">
            {expect.map((fact) => (
              <Item
                key={fact}
                sign={<CircleCheck aria-hidden size={16} className="mx-0.5 mt-0.5 shrink-0 text-good" />}
              >
                {fact}
              </Item>
            ))}
          </ul>
        </Section>
      )}
      {tips && (
        <Section title="Pro Tips">
          <ul className="flex flex-col gap-2">
            {tips.map((tip) => (
              <Item key={tip} sign={<Lightbulb aria-hidden size={16} className="mx-0.5 mt-0.5 shrink-0 text-info" />}>
                {tip}
              </Item>
            ))}
          </ul>
        </Section>
      )}
      {shortcut && (
        <Section title="Keyboard Shortcut">
          <p className="flex items-start gap-3 text-secondary">
            <span className="flex shrink-0 gap-1">
              {shortcut.keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-6 rounded-sm border border-line-control/50 bg-subtle px-1.5 py-0.5 text-center font-medium font-sans text-primary text-xs"
                >
                  {key}
                </kbd>
              ))}
            </span>
            <span className="text-pretty">{shortcut.does}</span>
          </p>
        </Section>
      )}
      {warning && (
        <Notice tone="warn" title="Warning">
          {warning}
        </Notice>
      )}
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2.5">
      <h4 className="font-semibold text-table">{title}</h4>
      {children}
    </section>
  )
}

function Item({ sign, children }: { sign: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5 text-secondary">
      {sign}
      <span className="min-w-0 text-pretty">{children}</span>
    </li>
  )
}

function Number({ value }: { value: number }) {
  return (
    <span
      aria-hidden
      data-tint
      className="figures flex size-5 shrink-0 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent-text text-xs"
    >
      {value}
    </span>
  )
}
