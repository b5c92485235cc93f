import { Button } from '#web/ui/button.tsx'

type ShowMoreProps = {
  pages: { hasMore: boolean; isFetchingMore: boolean; fetchMore: () => void }
  className?: string
}

/** Button that loads the next page, while there is one. */
export const ShowMore = ({ pages: { hasMore, isFetchingMore, fetchMore }, className }: ShowMoreProps) =>
  hasMore ? (
    <Button size="sm" {...(className && { className })} busy={isFetchingMore} onClick={fetchMore}>
      Show more
    </Button>
  ) : null
