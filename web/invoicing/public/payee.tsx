type PayeeProps = { name: string; iban: string | null; bic: string | null; reference: string }

/** The bank account to pay an invoice to; nothing without an IBAN. */
export function Payee({ name, iban, bic, reference }: PayeeProps) {
  if (!iban) return null
  return (
    <div className="text-secondary text-table">
      <p className="text-muted text-xs">Pay to</p>
      <p>{name}</p>
      <p className="figures wrap-anywhere">IBAN {iban.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
      {bic && <p className="figures">BIC {bic}</p>}
      <p className="figures">Reference {reference}</p>
    </div>
  )
}
