import { Notice } from '#web/ui/notice.tsx'

const bringIntoView = (notice: HTMLElement | null) => notice?.scrollIntoView({ block: 'nearest' })

/** Why the server refused, where no field is about it. It stands above the fields, in a long form far from the button that was pressed. */
export function RefusalNotice({ problem }: { problem: string | undefined }) {
  if (!problem) return null
  return (
    <div ref={bringIntoView} className="scroll-mt-20">
      <Notice tone="bad">{problem}</Notice>
    </div>
  )
}
