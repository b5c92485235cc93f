import { Notice } from '#web/ui/notice.tsx'

const bringIntoView = (notice: HTMLElement | null) => notice?.scrollIntoView({ block: 'nearest' })

/** Shows a refusal that concerns no field. It is above the fields; in a long form that is far from the submit button. */
export function RefusalNotice({ problem }: { problem: string | undefined }) {
  if (!problem) return null
  return (
    <div ref={bringIntoView} className="scroll-mt-20">
      <Notice tone="bad">{problem}</Notice>
    </div>
  )
}
