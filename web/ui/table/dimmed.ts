/** Rows that are no answer to what was asked for last: grey, and still to be read. */
export const dimmedClass = 'grayscale [&_*]:text-muted!'
