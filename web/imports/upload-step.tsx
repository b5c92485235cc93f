import { Download } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { maxImportBytes } from '#shared/imports/api.ts'
import { addressOf } from '#web/api/address.ts'
import { ApiError } from '#web/api/api-error.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { upload } from '#web/api/upload.ts'
import { importPath, useImportKind } from './import-kind.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'

const megabyte = 1024 * 1024

/** Uploads the file; shows the error if it can't be read. */
export function UploadStep() {
  const [sending, setSending] = useState<{ name: string; share: number } | null>(null)
  const [error, setError] = useState<string>()
  const kind = useImportKind()
  const { calls } = kind
  const navigate = useNavigate()

  async function send([file]: File[]) {
    if (!file || sending) return
    setError(undefined)
    if (file.size > maxImportBytes) return setError(`${file.name} is larger than ${maxImportBytes / megabyte} MB.`)
    setSending({ name: file.name, share: 0 })
    try {
      const onProgress = (sent: number, total: number) =>
        setSending({ name: file.name, share: Math.min(100, (sent / total) * 100) })
      const found = await upload(calls.uploadImport, file, { query: { fileName: file.name } }, { onProgress })
      await navigate(importPath(kind, found.id))
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setSending(null)
      setError(sentence(file.name, failure.fields['file']) ?? failure.message)
    }
  }

  return (
    <Card
      title="Choose a file"
      help="Nothing is changed until you confirm the preview."
      action={
        <Button asChild size="sm" variant="ghost">
          <a href={addressOf(calls.downloadImportTemplate, {})} download>
            <Download aria-hidden />
            Template
          </a>
        </Button>
      }
    >
      {sending ? (
        <ProgressBar label={`Sending ${sending.name}`} value={sending.share} showLabel className="py-8" />
      ) : (
        <FileDrop
          label={kind.fileLabel}
          hideLabel
          accept=".csv,.tsv,.txt,.xlsx,text/csv"
          hint="CSV or Excel (.xlsx, its first sheet) with column names in the first line, up to 50 MB."
          error={error}
          onFiles={(files) => void send(files)}
        />
      )}
    </Card>
  )
}
