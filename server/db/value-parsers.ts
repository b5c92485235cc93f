import pg from 'pg'

const { types } = pg
const int8 = 20
const timestamptz = 1184
const date = 1082
const [json, jsonb] = [114, 3802]

/** Only text with this many digits in a row can contain an unsafe integer. */
const longNumber = /\d{16}/
const asJson = (text: string): unknown =>
  longNumber.test(text)
    ? JSON.parse(text, (_key, value: unknown) => {
        if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
          throw new Error(`${value} in JSON is past what a number holds`)
        return value
      })
    : JSON.parse(text)

/**
 * Parsers for column types: bigint → number, throwing for unsafe integers, also in JSON; dates and times stay text (YYYY-MM-DD,
 * RFC 3339 UTC with microseconds).
 */
export const valueParsers = {
  getTypeParser(oid: number, format?: string) {
    if (oid === int8) {
      return (value: string) => {
        const number = Number(value)
        if (!Number.isSafeInteger(number)) throw new Error(`bigint ${value} is past what a number holds`)
        return number
      }
    }
    if (oid === json || oid === jsonb) return asJson
    if (oid === date) return (value: string) => value
    if (oid === timestamptz)
      return (value: string) => `${value.slice(0, 10)}T${value.slice(11, value.lastIndexOf('+'))}Z`
    return types.getTypeParser(oid, format as 'text')
  },
}
