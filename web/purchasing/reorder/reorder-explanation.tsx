import { Link } from 'react-router'
import { lookBackDays } from '#shared/purchasing/reorder/reorder.ts'
import type { ReorderItem } from '#shared/purchasing/reorder/api.ts'
import { paths } from '#web/paths.ts'
import { itemPath } from './reorder-columns.tsx'
import { Dialog, DialogBody } from '#web/ui/dialog.tsx'

type ReorderExplanationProps = { item: ReorderItem; coverDays: number; close: () => void }

const pieces = (count: number) => count.toLocaleString()
const days = (count: number) => `${pieces(count)} ${count === 1 ? 'day' : 'days'}`

/** Where every number of a suggestion comes from, step by step. */
export function ReorderExplanation({ item, coverDays, close }: ReorderExplanationProps) {
  return (
    <Dialog
      open
      title={`How ${item.name} is reckoned`}
      description={`Order ${pieces(item.quantity)}: what will be missing, in the packs the supplier sells.`}
      size="sm"
      onOpenChange={(open) => !open && close()}
    >
      <DialogBody>
        <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-3 text-table">
          {stepsOf(item, coverDays).map(({ label, why, value, isSum }) => (
            <div
              key={label}
              className={`col-span-2 grid grid-cols-subgrid ${isSum ? 'border-line border-t pt-3 font-medium' : ''}`}
            >
              <dt>
                {label}
                <span className="block text-pretty font-normal text-muted text-xs">{why}</span>
              </dt>
              <dd className="figures text-right">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="text-pretty text-muted text-xs">
          Lead time, minimum and case size are kept with the{' '}
          <Link className="link" to={itemPath(item)}>
            {item.kind === 'product' ? 'product' : 'raw material'}
          </Link>
          ; the company’s own rules are in the{' '}
          <Link className="link" to={paths.settings}>
            settings
          </Link>
          .
        </p>
      </DialogBody>
    </Dialog>
  )
}

type Step = { label: string; why: string; value: string; isSum?: true }

function stepsOf(item: ReorderItem, coverDays: number): Step[] {
  const { available, waiting, onOrder, inDrafts, consumed, leadTimeDays, lowAt, moq, pcsPerCase } = item
  const packs = [
    moq !== null && item.missing < moq && `raised to the minimum order of ${pieces(moq)}`,
    pcsPerCase > 1 && `in whole cases of ${pieces(pcsPerCase)}`,
  ].filter((part) => part !== false)
  return [
    { label: 'Available', why: 'On hand and not promised to anybody', value: pieces(available) },
    {
      label: 'Waited for',
      why: 'Missing for orders that are confirmed but wait for stock',
      value: `− ${pieces(waiting)}`,
    },
    {
      label: 'On order',
      why: inDrafts > 0 ? `Still to come; ${pieces(inDrafts)} of it in drafts` : 'Still to come from suppliers',
      value: `+ ${pieces(onOrder)}`,
    },
    { label: 'There will be', why: 'If nothing more is ordered or sold', value: pieces(item.position), isSum: true },
    { label: 'Used', why: `Shipped in the last ${lookBackDays} days, less what came back`, value: pieces(consumed) },
    {
      label: 'Needed',
      why: `At that pace, for ${days(leadTimeDays)} of ${item.leadTimeIsDefault ? 'the company’s usual' : 'its own'} lead time and ${days(coverDays)} of cover`,
      value: pieces(item.needed),
    },
    {
      label: 'Low at',
      why: item.lowAtIsDefault ? 'The company’s threshold; the item has no reorder point' : 'Its own reorder point',
      value: pieces(lowAt),
    },
    {
      label: 'There should be',
      why: 'What is needed, and more than the level that counts as low',
      value: pieces(item.target),
      isSum: true,
    },
    { label: 'Missing', why: 'What should be, less what there will be', value: pieces(item.missing) },
    {
      label: 'Suggested',
      why: packs.length > 0 ? `What is missing, ${packs.join(' and ')}` : 'What is missing',
      value: pieces(item.quantity),
      isSum: true,
    },
  ]
}
