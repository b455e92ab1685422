/** Files of rows for tests, and what is read from them. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { reportKinds } from "@sellerkit/core"
import { Effect, Exit, Option, Stdio, Stream } from "effect"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fieldKinds } from "../src/cli/imports/files/FieldKind.ts"
import type { FileFormat } from "../src/cli/flags/fileWords.ts"
import { type FileRow, isUnreadable, type UnreadableRow } from "../src/cli/imports/files/FileRow.ts"
import { type FileToRead, readFile } from "../src/cli/imports/files/readFile.ts"

const folder = mkdtempSync(join(tmpdir(), "sellerkit-files-"))
const orderFields = fieldKinds(reportKinds.orders.row.fields)

export interface Found {
  readonly rows: ReadonlyArray<FileRow>
  /** Of rows that can be read, by their lines. */
  readonly values: ReadonlyArray<readonly [line: number, value: Readonly<Record<string, unknown>>]>
  readonly refused: ReadonlyArray<UnreadableRow>
  readonly unknown: ReadonlyArray<string>
  /** Why nothing can be read. */
  readonly failure: string | undefined
}

let files = 0

/** Reads bytes as a file, or as the standard input. */
export const readBytes = async (
  bytes: Uint8Array | string,
  format: FileFormat,
  change: Partial<FileToRead> & { readonly isInput?: boolean } = {}
): Promise<Found> => {
  const path = join(folder, `${files++}`)
  writeFileSync(path, bytes)
  const rows: Array<FileRow> = []
  let unknown: ReadonlyArray<string> = []
  const { isInput = false, ...options } = change
  const input = typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes
  const exit = await readFile({
    path: isInput ? Option.none() : Option.some(path),
    format,
    fields: orderFields,
    encoding: Option.none(),
    hasDecimalComma: false,
    after: 0,
    onPart: () => {},
    onUnknown: (columns) => (unknown = columns),
    ...options
  }).pipe(
    Stream.runForEach((some) => Effect.sync(() => rows.push(...some))),
    Effect.catch(({ message }) => Effect.succeed(message)),
    Effect.provide(Stdio.layerTest({ stdin: Stream.make(input) })),
    Effect.provide(NodeServices.layer),
    Effect.runPromiseExit
  )
  if (Exit.isFailure(exit)) throw new Error(`Reading died: ${exit.cause}`)
  return {
    rows,
    values: rows.flatMap((row) => (isUnreadable(row) ? [] : [[row.line, row.value] as const])),
    refused: rows.filter(isUnreadable),
    unknown,
    failure: typeof exit.value === "string" ? exit.value : undefined
  }
}
