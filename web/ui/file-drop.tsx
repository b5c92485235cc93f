import { Upload } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { cn } from './class-names.ts'
import { Field, type FieldProps, splitField } from './field.tsx'

export type FileDropProps = FieldProps & {
  onFiles: (files: File[]) => void
  /** As in `<input accept>`: ".csv,.xlsx" or "image/*". */
  accept?: string
  multiple?: boolean
  disabled?: boolean
  /** Text below the button: "CSV or Excel, up to 10 MB". */
  hint?: string
}

/** Accepts files by drag and drop or with the button. Dropped files of other types are ignored. */
export function FileDrop(props: FileDropProps) {
  const [field, { onFiles, accept, multiple = false, disabled = false, hint }] = splitField(props)
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const choose = multiple ? 'Choose files' : 'Choose a file'

  function take(list: FileList | null) {
    const files = [...(list ?? [])].filter((file) => isAccepted(file, accept))
    if (files.length > 0) onFiles(multiple ? files : files.slice(0, 1))
  }
  function onDrag(event: DragEvent) {
    event.preventDefault()
    if (!disabled) setOver(event.type === 'dragover')
  }

  return (
    <Field {...field}>
      {(control) => (
        // Keyboard users use the button inside.
        <div
          onDragOver={onDrag}
          onDragLeave={onDrag}
          onDrop={(event) => {
            onDrag(event)
            if (!disabled) take(event.dataTransfer.files)
          }}
          className={cn(
            'flex flex-col items-center gap-2 rounded-lg border border-line-control border-dashed px-4 py-8 text-center',
            'transition-colors duration-150 print:hidden',
            over && 'border-accent bg-accent-soft',
            control['aria-invalid'] && 'border-bad',
          )}
        >
          <Upload aria-hidden size={20} className="text-muted" />
          <p className="text-secondary max-md:hidden">{multiple ? 'Drag files here, or' : 'Drag a file here, or'}</p>
          <Button
            size="sm"
            disabled={disabled}
            aria-label={`${choose}: ${field.label}`}
            aria-describedby={control['aria-describedby']}
            onClick={() => input.current?.click()}
          >
            {choose}
          </Button>
          <input
            {...control}
            ref={input}
            type="file"
            tabIndex={-1}
            accept={accept}
            multiple={multiple}
            disabled={disabled}
            onChange={(event) => {
              take(event.target.files)
              // So that the same file can be chosen again after it was corrected.
              event.target.value = ''
            }}
            className="sr-only"
          />
          {hint && <p className="text-muted text-xs">{hint}</p>}
        </div>
      )}
    </Field>
  )
}

/** Whether a file matches `accept`, by extension or MIME type. */
export function isAccepted(file: Pick<File, 'name' | 'type'>, accept: string | undefined) {
  if (!accept) return true
  return accept.split(',').some((entry) => {
    const kind = entry.trim().toLowerCase()
    if (kind.startsWith('.')) return file.name.toLowerCase().endsWith(kind)
    return kind.endsWith('/*') ? file.type.startsWith(kind.slice(0, -1)) : file.type === kind
  })
}
