/** Answers that are meant to do harm, or that no sane receiver gives: what is sent, and what the attempt has to come to. */
import type { TransportFailure } from "@sellerkit/core"
import { gzipSync } from "node:zlib"
import type { Script, Step } from "./RawReceiver.ts"

export interface HostileAnswer {
  readonly title: string
  readonly script: Script
  /** "delivered", a status that is no success, or the ways in which the request may have failed. */
  readonly comesTo: "delivered" | number | ReadonlyArray<TransportFailure["kind"]>
  /** Whether the sender knows without waiting. Where it is left out, senders differ, and all are done within ten seconds. */
  readonly known?: "at once" | "after 10 seconds"
}

const noAnswer = ["timeout"] as const
const cutShort = ["reset"] as const
const notHttp = ["protocol"] as const

const kibibytes = (count: number, character = "x"): string => character.repeat(count * 1024)

/** Bytes that unpack to a thousand times their size. */
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))

const start = "HTTP/1.1 200 OK\r\n"
const ok = `${start}connection: close\r\n`
const chunked = `${ok}transfer-encoding: chunked\r\n\r\n`
const secondAnswer = `${start}content-length: 0\r\n\r\n`

type Row = readonly [title: string, ...steps: ReadonlyArray<Step>]

const rows =
  (comesTo: HostileAnswer["comesTo"], known?: HostileAnswer["known"]) =>
  (...table: ReadonlyArray<Row>): ReadonlyArray<HostileAnswer> =>
    table.map(([title, ...steps]) => ({
      title,
      script: { steps },
      comesTo,
      ...(known === undefined ? undefined : { known })
    }))

const early = (answer: HostileAnswer): HostileAnswer => ({ ...answer, script: { ...answer.script, atOnce: true } })

const endless = [
  ...rows(notHttp, "at once")(
    ["headers without an end", ok, { again: "x: y\r\n".repeat(1000) }],
    ["one header line without an end", `${ok}x: `, { again: kibibytes(8) }],
    ["one header name without an end", ok, { again: kibibytes(8) }]
  ),
  ...rows("delivered", "at once")(
    ["a body without an end", `${ok}\r\n`, { again: kibibytes(64) }],
    ["chunks without an end", chunked, { again: `1000\r\n${kibibytes(4)}\r\n` }],
    ["trailers without an end", `${chunked}0\r\n`, { again: "x: y\r\n".repeat(1000) }],
    ["a body of 100 GiB, as it says", `${ok}content-length: 107374182400\r\n\r\n`, { again: kibibytes(64) }]
  )
]

const long = [
  ...rows(noAnswer, "after 10 seconds")(
    ["a mebibyte of reason phrase", "HTTP/1.1 200 ", { again: kibibytes(8), times: 128 }],
    ["a mebibyte of blank lines", { again: "\r\n".repeat(4096), times: 128 }]
  ),
  ...rows("delivered", "after 10 seconds")(
    ["a mebibyte of chunk extension", `${chunked}1;`, { again: kibibytes(8), times: 128 }],
    ["a mebibyte of zeros for a chunk's size", chunked, { again: kibibytes(8, "0"), times: 128 }]
  ),
  // A sender may count them, or wait for what comes after them.
  ...rows(["protocol", "timeout"])([
    "a thousand informational answers",
    { again: "HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n", times: 1000 }
  ])
]

const slow = [
  ...rows(noAnswer, "after 10 seconds")(
    ["nothing at all"],
    ["headers that stop", `${ok}x: `],
    ["a header line of which a byte comes each second", `${ok}x: `, { again: "y", every: "1 second" }],
    ["headers of which one comes each second", ok, { again: "x: y\r\n", every: "1 second" }],
    ["an informational answer every two seconds", { again: "HTTP/1.1 102 Processing\r\n\r\n", every: "2 seconds" }]
  ),
  ...rows("delivered", "after 10 seconds")(
    ["a body that stops", `${ok}content-length: 10\r\n\r\nabc`],
    ["a body of which a byte comes each second", `${ok}\r\n`, { again: "y", every: "1 second" }],
    ["a chunk each second", chunked, { again: "1\r\nx\r\n", every: "1 second" }],
    ["a connection that stays open after its last body", `${ok}connection: upgrade\r\nupgrade: x\r\n\r\n`]
  )
]

const brokenOff = [
  ...rows(cutShort, "at once")(
    ["nothing, and the end", { close: "orderly" }],
    ["nothing, and a reset", { close: "reset" }],
    ["half of the headers, and the end", `${ok}x: y\r\n`, { close: "orderly" }],
    ["an informational answer, and the end", "HTTP/1.1 103 Early Hints\r\n\r\n", { close: "orderly" }]
  ),
  // A moment passes before the reset, which would overtake what was sent.
  ...rows(cutShort)(["half of the headers, and a reset", `${ok}x: y\r\n`, { wait: "1 second" }, { close: "reset" }]),
  ...rows(
    "delivered",
    "at once"
  )(["half of the body, and the end", `${ok}content-length: 100\r\n\r\nabc`, { close: "orderly" }]),
  ...rows("delivered")([
    "half of the body, and a reset",
    `${ok}content-length: 100\r\n\r\nabc`,
    { wait: "1 second" },
    { close: "reset" }
  ])
]

const packed = rows("delivered", "at once")(
  ["a body that unpacks to a thousand times its size", `${ok}content-encoding: gzip\r\n\r\n`, bomb],
  [
    "a body that is packed five times",
    `${ok}content-encoding: ${"gzip, ".repeat(4)}gzip\r\n\r\n`,
    gzipSync(bomb),
    { close: "orderly" }
  ]
)

const lying = [
  ...rows("delivered", "at once")(
    ["a body that is longer than it says", `${ok}content-length: 3\r\n\r\nabcdefgh`],
    ["a chunk whose size is no number", `${chunked}zz\r\n`],
    ["a body that is not packed as it says", `${ok}content-encoding: gzip\r\n\r\nabc`, { close: "orderly" }]
  ),
  ...rows(notHttp, "at once")(
    ["two lengths", `${ok}content-length: 3\r\ncontent-length: 4\r\n\r\nabc`],
    ["a length below zero", `${ok}content-length: -3\r\n\r\nabc`],
    ["a length that no number holds", `${ok}content-length: 99999999999999999999999\r\n\r\n`],
    ["a length and chunks", `${ok}content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`]
  )
]

const malformed = rows(notHttp, "at once")(
  ["a NUL in a header's value", `${ok}x: a\0b\r\n\r\n`],
  ["a NUL in a header's name", `${ok}x\0y: a\r\n\r\n`],
  ["lines that end in LF alone", "HTTP/1.1 200 OK\nconnection: close\n\n"],
  ["one line that ends in LF alone", `${ok}x: y\n\r\n`],
  ["one line that ends in CR alone", `${ok}x: y\rz: a\r\n\r\n`],
  ["a header over two lines", `${ok}x: y\r\n z\r\n\r\n`],
  ["a blank before the colon", `${ok}x : y\r\n\r\n`],
  ["a header's name that is no ASCII", `${ok}ключ: y\r\n\r\n`],
  ["a version that there is not", "HTTP/9.9 200 OK\r\nconnection: close\r\n\r\n"],
  ["no headers, as before HTTP/1.0", "hello\r\n", { close: "orderly" }],
  ["HTTP/2", Uint8Array.from([0, 0, 12, 4, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 100, 0, 4, 0, 16, 0, 0])],
  ["the status 99", "HTTP/1.1 99 OK\r\nconnection: close\r\n\r\n"],
  ["the status 000", "HTTP/1.1 000 OK\r\ncontent-length: 0\r\n\r\n"],
  ["the status 0200", "HTTP/1.1 0200 OK\r\nconnection: close\r\n\r\n"],
  ["the status 100000", "HTTP/1.1 100000 OK\r\nconnection: close\r\n\r\n"],
  ["100 Continue that was not asked for", `HTTP/1.1 100 Continue\r\n\r\n${secondAnswer}`],
  ["another protocol", "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n"]
)

const several = [
  ...rows("delivered", "at once")(
    ["two answers in one packet", secondAnswer.repeat(2)],
    ["an answer and something else", `${secondAnswer}${kibibytes(1)}`]
  ),
  ...rows(
    500,
    "at once"
  )(["a failure and then a success in one packet", `HTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n${secondAnswer}`]),
  ...[301, 302, 303, 307, 308].flatMap((status) =>
    rows(
      status,
      "at once"
    )([
      `a redirect to itself with ${status}`,
      `HTTP/1.1 ${status} Again\r\nconnection: close\r\nlocation: /notifications\r\ncontent-length: 0\r\n\r\n`
    ])
  ),
  ...rows(
    302,
    "at once"
  )([
    "a redirect to nowhere",
    "HTTP/1.1 302 No\r\nconnection: close\r\nlocation: http://[::\r\ncontent-length: 0\r\n\r\n"
  ]),
  ...rows(
    999,
    "at once"
  )(["a status that nobody knows", "HTTP/1.1 999 What\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"])
]

const unread = [
  ...rows("delivered", "at once")(["an answer before the request is there", `${ok}content-length: 0\r\n\r\n`]),
  ...rows(
    413,
    "at once"
  )(["a failure before the request is there", "HTTP/1.1 413 No\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"]),
  ...rows(noAnswer, "after 10 seconds")(["nothing, and nothing read of the request", { wait: 10_001 }])
].map(early)

/** Those that fill the memory of a sender that keeps them, or unpacks them. */
export const largeAnswers: ReadonlyArray<HostileAnswer> = [...endless, ...packed]

export const hostileAnswers: ReadonlyArray<HostileAnswer> = [
  ...largeAnswers,
  ...long,
  ...slow,
  ...brokenOff,
  ...lying,
  ...malformed,
  ...several,
  ...unread
]
