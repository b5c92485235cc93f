/** What a customer sees by the link of a delivery. */
export function TrackPage() {
  return <main />
}
