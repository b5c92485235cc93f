import type { Mail } from '#server/kernel/mail.ts'

export type MailContent = Pick<Mail, 'lines' | 'unsubscribePath'> & { link: Mail['link'] | null }

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** The plain text: paragraphs, the link on its own line, the sender. */
export function mailText({ lines, link, unsubscribePath }: MailContent, publicUrl: string, company: string): string {
  const parts = [
    ...lines,
    ...(link ? [`${link.label}:\n${publicUrl}${link.path}`] : []),
    `${company}\n${publicUrl}`,
    ...(unsubscribePath ? [`Unsubscribe:\n${publicUrl}${unsubscribePath}`] : []),
  ]
  return `${parts.join('\n\n')}\n`
}

const buttonStyle =
  'display:inline-block;padding:0.6em 1.2em;border-radius:6px;background:#0f766e;color:#fff;text-decoration:none'

/** The same as simple HTML for all mail programs; all texts are escaped. */
export function mailHtml({ lines, link, unsubscribePath }: MailContent, publicUrl: string, company: string): string {
  const paragraphs = lines.map((line) => `<p>${escaped(line).replaceAll('\n', '<br>')}</p>`)
  if (link)
    paragraphs.push(
      `<p><a href="${escaped(publicUrl + link.path)}" style="${buttonStyle}">${escaped(link.label)}</a></p>`,
    )
  const end = unsubscribePath ? `<br><a href="${escaped(publicUrl + unsubscribePath)}">Unsubscribe</a>` : ''
  const style =
    'font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;max-width:34em;margin:2em auto;padding:0 1em'
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><body style="${style}">${paragraphs.join('')}
<p style="color:#666">${escaped(company)}<br>${escaped(publicUrl)}${end}</p></body></html>`
}
