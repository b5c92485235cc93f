import { ChevronsUpDown, Plus, X } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, type Ref, useId, useRef, useState } from 'react'
import { cn } from './class-names.ts'
import { Field, type FieldProps, splitField } from './field.tsx'
import { Input } from './input.tsx'
import { InputButton } from '#web/ui/table/input-button.tsx'
import { OptionRow, OptionStatus } from '#web/ui/table/option-row.tsx'
import { type OptionSearch, useOptions } from '#web/ui/table/option-search.ts'

/** An option; `secondary` tells options with the same label apart: an SKU, a town, the stock. */
export type ComboboxOption = { id: string; label: string; secondary?: ReactNode; disabled?: boolean }

export type ComboboxProps<Option extends ComboboxOption> = FieldProps & {
  value: Option | null
  onChange: (value: Option | null) => void
  /** Searches on the server; debounced, and called with '' when the list opens. */
  search: OptionSearch<Option>
  placeholder?: string
  disabled?: boolean
  /** Offers "Create new…" below the results, with the typed text. */
  onCreate?: (typed: string) => void
  createLabel?: string
  onBlur?: () => void
  name?: string
  ref?: Ref<HTMLInputElement>
}

/** Picks one record by typing part of its name, number or code. */
export function Combobox<Option extends ComboboxOption>(props: ComboboxProps<Option>) {
  const [field, rest] = splitField(props)
  const { value, onChange, search, onCreate, createLabel = 'Create new…', placeholder = 'Search…', ...input } = rest
  const [typed, setTyped] = useState<string>()
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  // Enter was pressed before the results arrived: pick the first one when they do.
  const isEager = useRef(false)
  // Typed after Enter, before the focus has moved on: it belongs to the next field. Undefined if nothing is awaited.
  const ahead = useRef<string>(undefined)
  const listId = useId()
  const anchor = useRef<HTMLDivElement>(null)
  const found = useOptions(search, typed ?? '', open, ([first]) => {
    if (!isEager.current) return
    isEager.current = false
    if (first && !first.disabled) {
      choose(first)
      passOn()
      return
    }
    const text = ahead.current
    ahead.current = undefined
    if (text) show(`${typed ?? ''}${text}`)
  })
  const count = found.options.length + (onCreate ? 1 : 0)
  const isChosen = value !== null && typed === undefined

  function close() {
    setOpen(false)
    if (isEager.current) ahead.current = undefined
    isEager.current = false
    setTyped(undefined)
  }
  function show(text: string | undefined) {
    setTyped(text)
    setActive(0)
    isEager.current = false
    ahead.current = undefined
    setOpen(true)
  }
  function pick(at: number) {
    const option = found.options[at]
    if (option?.disabled) return
    if (option) return choose(option)
    onCreate?.(typed ?? '')
    close()
  }
  function choose(option: Option) {
    onChange(option)
    close()
  }
  /** Forms move the focus a moment after the pick. */
  function passOn() {
    setTimeout(() => {
      const text = ahead.current
      ahead.current = undefined
      if (!text) return
      if (anchor.current?.contains(document.activeElement)) show(text)
      else typeInto(document.activeElement, text)
    })
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (open) setActive((at) => (at + step + count) % Math.max(count, 1))
      else show(undefined)
    } else if (event.key === 'Enter' && open) {
      event.preventDefault()
      if (found.searching) {
        isEager.current = true
        ahead.current ??= ''
      } else if (active < count) {
        ahead.current = ''
        pick(active)
        passOn()
      }
    } else if (event.key === 'Escape' && open) {
      // Close only the list, not the dialog around it.
      event.preventDefault()
      event.stopPropagation()
      close()
    } else if (ahead.current !== undefined && (found.searching || !isEager.current) && isCharacter(event)) {
      event.preventDefault()
      ahead.current += event.key
    }
  }

  return (
    <Field {...field}>
      {(control) => (
        <Popover.Root open={open} onOpenChange={(next) => !next && close()}>
          <Popover.Anchor asChild>
            <div ref={anchor} className="group/combobox grid [&>*]:[grid-area:1/1]">
              <Input
                {...input}
                {...control}
                role="combobox"
                aria-expanded={open}
                aria-controls={open ? listId : undefined}
                aria-autocomplete="list"
                aria-activedescendant={open && active < count ? `${listId}-${active}` : undefined}
                autoComplete="off"
                spellCheck={false}
                placeholder={placeholder}
                className={cn(isChosen && 'not-focus-within:[&_input]:indent-[-999rem]')}
                value={typed ?? value?.label ?? ''}
                onChange={(event) => show(event.target.value)}
                onClick={() => !open && show(undefined)}
                onFocus={(event) => event.target.select()}
                onBlur={() => {
                  close()
                  input.onBlur?.()
                }}
                onKeyDown={onKeyDown}
                trailing={
                  value && !input.disabled ? (
                    <InputButton label={`Clear ${field.label}`} onClick={() => onChange(null)}>
                      <X aria-hidden size={16} />
                    </InputButton>
                  ) : (
                    <ChevronsUpDown aria-hidden size={16} />
                  )
                }
              />
              {isChosen && <ChosenName name={value.label} />}
            </div>
          </Popover.Anchor>
          <Popover.Portal container={anchor.current?.closest<HTMLElement>('[role=dialog]') ?? null}>
            <Popover.Content
              role="group"
              aria-label={field.label}
              align="start"
              sideOffset={4}
              collisionPadding={8}
              onOpenAutoFocus={(event) => event.preventDefault()}
              onCloseAutoFocus={(event) => event.preventDefault()}
              onInteractOutside={(event) => anchor.current?.contains(event.target as Node) && event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              className="z-50 w-(--radix-popover-trigger-width) min-w-64 animate-fade rounded-lg bg-overlay shadow-overlay outline-none forced-colors:border"
            >
              <div
                id={listId}
                role="listbox"
                aria-label={field.label}
                aria-busy={found.searching}
                className={cn('max-h-72 overflow-y-auto p-1', count === 0 && 'hidden')}
              >
                {found.options.map((option, at) => (
                  <OptionRow
                    key={option.id}
                    id={`${listId}-${at}`}
                    active={at === active}
                    chosen={option.id === value?.id}
                    disabled={option.disabled ?? false}
                    onActive={() => setActive(at)}
                    onPick={() => pick(at)}
                  >
                    <span className="truncate">{option.label}</span>
                    {option.secondary && <span className="truncate text-muted text-xs">{option.secondary}</span>}
                  </OptionRow>
                ))}
                {onCreate && (
                  <OptionRow
                    id={`${listId}-${found.options.length}`}
                    active={active === found.options.length}
                    icon={<Plus aria-hidden size={16} className="mt-0.5 text-accent-text" />}
                    onActive={() => setActive(found.options.length)}
                    onPick={() => pick(found.options.length)}
                  >
                    <span className="font-medium text-accent-text">{createLabel}</span>
                  </OptionRow>
                )}
              </div>
              <OptionStatus searching={found.searching} failed={found.failed} count={found.options.length} />
            </Popover.Content>
          </Popover.Portal>
        </Popover.Root>
      )}
    </Field>
  )
}

const isCharacter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey

function typeInto(field: Element | null, text: string): void {
  // Only fields of text have a selection; a checkbox, say, takes nothing.
  if (!(field instanceof HTMLInputElement) || field.selectionStart === null) return
  field.setRangeText(text, field.selectionStart, field.selectionEnd ?? field.selectionStart, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Shows a long name on two lines over the one-line input, while the user isn't typing. */
function ChosenName({ name }: { name: string }) {
  return (
    <span
      aria-hidden
      data-name={name}
      className="wrap-anywhere pointer-events-none my-1.5 line-clamp-2 self-center pr-8 finger:pr-11 pl-3 text-sm before:content-[attr(data-name)] group-focus-within/combobox:invisible max-md:text-base"
    />
  )
}
