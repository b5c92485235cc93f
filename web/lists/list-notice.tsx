import { useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { retryNow } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

const explanations = {
  nothing: undefined,
  'other-rows': 'These rows are from your previous search.',
  'old-rows': 'These rows may be out of date.',
} as const

type ListNoticeProps = {
  /** What stands below: nothing yet, the rows of the search before, or rows as they were before they changed. */
  shows: keyof typeof explanations
  result: { isFetching: boolean; refetch: () => unknown }
}

/** Says at the head of a list that its rows couldn't be loaded, while that is tried again and after it was given up. */
export function ListNotice({ shows, result: { isFetching, refetch } }: ListNoticeProps) {
  const client = useQueryClient()
  return (
    <Notice
      tone="warn"
      className="m-2 items-center py-2"
      title={isFetching ? 'Couldn’t load. Trying again …' : 'Couldn’t refresh.'}
      action={
        <Button size="sm" onClick={() => void (isFetching ? retryNow(client) : refetch())}>
          <RotateCw aria-hidden />
          Try again
        </Button>
      }
    >
      {explanations[shows]}
    </Notice>
  )
}
