import { useQueryClient } from '@tanstack/react-query'
import { ArrowRight, Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { toast } from 'sonner'
import { type CompanySetup as Setup, companySetupApi, type SetupStep } from '#shared/dashboard/company-setup-api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cn } from '#web/ui/class-names.ts'
import { Notice } from '#web/ui/notice.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { setupStepContents } from './setup-steps.ts'

const isOver = ({ isDone, isSkipped }: Setup['steps'][number]) => isDone || isSkipped

function useSetupQuery(every: number | false = false) {
  const { role } = useUser()
  return useApiQuery(companySetupApi.getCompanySetup, {}, { enabled: role === 'admin', every, aside: 'the checklist' })
}

/** True while it is unknown whether the checklist is shown, to avoid a layout shift. */
export function useSetupLoading(): boolean {
  const { isLoading, failureCount } = useSetupQuery()
  return isLoading && failureCount === 0
}

/** The checklist, if it is to be shown: to administrators, until all steps are done or skipped, or it is dismissed. */
export function useCompanySetup(): Setup | undefined {
  const { data } = useSetupQuery()
  return data && !data.isDismissed && !data.steps.every(isOver) ? data : undefined
}

/** Shows the progress of loading the demo company, which runs on after the setup page. */
export function DemoProgress() {
  const client = useQueryClient()
  const demo = useSetupQuery().data?.demo ?? null
  const isLoading = demo?.state === 'loading'
  useSetupQuery(isLoading ? 1500 : false)
  const wasLoading = useRef(false)
  useEffect(() => {
    // The demo data were written without realtime events, so all queries are invalidated.
    if (wasLoading.current && !isLoading) void client.invalidateQueries()
    wasLoading.current = isLoading
  }, [client, isLoading])
  if (!demo) return null
  if (demo.state === 'failed')
    return (
      <Notice tone="bad" title="The demo company was not loaded">
        Only part of it was loaded. Background jobs show the reason. Start with an empty data folder to try again.
      </Notice>
    )
  return (
    <Card title="Loading the demo company" help="You can keep working. The page updates when it is ready.">
      <ProgressBar label="Loading the demo company" value={Math.min(demo.orders, demo.of)} max={demo.of} />
    </Card>
  )
}

/** "Set up your company": the steps for a new company, each with a link; disappears when all are done. */
export function CompanySetup() {
  const setup = useCompanySetup()
  const put = useApiMutation(companySetupApi.putCompanySetup, {
    onSuccess: ({ isDismissed }) => {
      if (isDismissed) toast('Checklist hidden. Bring it back under Settings.')
    },
  })
  if (!setup) return null
  const { steps, version } = setup
  const skipped = steps.flatMap(({ step, isSkipped }) => (isSkipped ? [step] : []))
  const over = steps.filter(isOver).length
  const dismiss = () => put.submit({ body: { skipped, isDismissed: true }, version })
  return (
    <Card
      title="Set up your company"
      help={`${over} of ${steps.length} done`}
      flush
      action={
        <Button size="sm" busy={put.isPending} onClick={dismiss}>
          Hide checklist
        </Button>
      }
    >
      <div className="px-5 pb-3 max-md:px-4">
        <ProgressBar label="Set up your company" value={over} max={steps.length} />
      </div>
      <ol className="grid gap-px overflow-hidden rounded-b-[7px] border-line border-t bg-line sm:grid-cols-2 xl:grid-cols-3">
        {steps.map((one) => (
          <Step
            key={one.step}
            {...one}
            onSkip={() => put.submit({ body: { skipped: [...skipped, one.step], isDismissed: false }, version })}
            onTakeUp={() =>
              put.submit({
                body: { skipped: skipped.filter((step) => step !== one.step), isDismissed: false },
                version,
              })
            }
          />
        ))}
      </ol>
    </Card>
  )
}

type StepProps = { step: SetupStep; isDone: boolean; isSkipped: boolean; onSkip: () => void; onTakeUp: () => void }

function Step({ step, isDone, isSkipped, onSkip, onTakeUp }: StepProps) {
  const { icon: Icon, title, text, to } = setupStepContents[step]
  return (
    <li className="flex items-start gap-3 bg-card p-4 sm:max-xl:last:col-span-2">
      <span
        data-tint
        className={cn(
          'flex size-8 shrink-0 items-center justify-center rounded-lg',
          isDone ? 'bg-good-soft text-good' : 'bg-accent-soft text-accent-text',
        )}
      >
        {isDone ? <Check aria-hidden size={16} /> : <Icon aria-hidden size={16} strokeWidth={1.75} />}
      </span>
      <span className="flex min-w-0 flex-1 flex-col items-start">
        <Link to={to} className="group inline-flex min-h-6 items-center gap-1.5 font-medium hover:underline">
          {title}
          {!isDone && <ArrowRight aria-hidden size={14} className="text-muted" />}
        </Link>
        <span className="text-pretty text-muted text-xs">{isDone ? 'Done' : isSkipped ? 'Skipped' : text}</span>
      </span>
      {!isDone && (
        <Button
          size="sm"
          variant="ghost"
          aria-label={isSkipped ? `Do ${title}` : `Skip ${title}`}
          onClick={isSkipped ? onTakeUp : onSkip}
        >
          {isSkipped ? 'Undo skip' : 'Skip'}
        </Button>
      )}
    </li>
  )
}
