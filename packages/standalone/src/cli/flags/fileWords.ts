/** What people call the formats and the encodings of files of rows. */

export const fileFormats = ["csv", "ndjson", "parquet"] as const
export type FileFormat = (typeof fileFormats)[number]

/** Names as `TextDecoder` knows them. Windows-1251 is what Russian programs write; UTF-16 is what Excel calls Unicode text. */
export const encodings = ["utf-8", "windows-1251", "utf-16le", "utf-16be"] as const
export type Encoding = (typeof encodings)[number]
