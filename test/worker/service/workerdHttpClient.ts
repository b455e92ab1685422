/**
 * What workerd's `fetch` makes of receivers that fail or do harm. It says little of why a request failed, and takes more for
 * HTTP than it should: none of it moves others, or takes more than its ten seconds.
 */
import { TransportFailure } from "@sellerkit/core"
import type { HostileOutcome, HttpClientOfPlatform } from "@sellerkit/testing/service"

type Kind = TransportFailure["kind"]

/** What is said in place of each kind of failure. */
const kinds: Partial<Readonly<Record<Kind, ReadonlyArray<Kind>>>> = {
  refused: ["lost"],
  reset: ["lost"],
  nameNotFound: ["other"],
  tls: ["other"],
  protocol: ["other", "lost"]
}

const rows = (outcome: HostileOutcome, ...titles: ReadonlyArray<string>): Readonly<Record<string, HostileOutcome>> =>
  Object.fromEntries(titles.map((title) => [title, outcome]))

const outcomes: Readonly<Record<string, HostileOutcome>> = {
  ...rows({ comesTo: ["protocol"], known: "at once" }, "a mebibyte of reason phrase", "a mebibyte of blank lines"),
  // The answer counts from its headers on; the body ends where it cannot be read.
  ...rows(
    { comesTo: "delivered", known: "at once" },
    "a mebibyte of chunk extension",
    "a mebibyte of zeros for a chunk's size",
    "a length and chunks"
  ),
  // What comes before an answer is taken for the answer.
  ...rows(
    { comesTo: 103, known: "at once" },
    "a thousand informational answers",
    "an informational answer, and the end"
  ),
  ...rows({ comesTo: 102, known: "after 10 seconds" }, "an informational answer every two seconds"),
  ...rows({ comesTo: 100, known: "after 10 seconds" }, "100 Continue that was not asked for"),
  ...rows({ comesTo: 101, known: "at once" }, "another protocol"),
  ...rows({ comesTo: 99, known: "after 10 seconds" }, "the status 99"),
  ...rows({ comesTo: 100_000, known: "after 10 seconds" }, "the status 100000"),
  // Read as they are meant; their bodies have no end.
  ...rows(
    { comesTo: "delivered", known: "after 10 seconds" },
    "a length that no number holds",
    "lines that end in LF alone",
    "one line that ends in LF alone",
    "one line that ends in CR alone",
    "a header over two lines",
    "a blank before the colon",
    "a header's name that is no ASCII",
    "a version that there is not",
    "the status 0200"
  ),
  // It waits for the end of the line.
  ...rows({ comesTo: ["timeout"], known: "after 10 seconds" }, "HTTP/2"),
  ...rows(
    { comesTo: "delivered", known: "at once", keepsConnection: true },
    "two answers in one packet",
    "an answer and something else"
  ),
  // It is no answer to `fetch`, which leaves the connection to the platform.
  ...rows({ comesTo: ["protocol"], known: "at once", keepsConnection: true }, "the status 000"),
  ...rows({ comesTo: 500, known: "at once", keepsConnection: true }, "a failure and then a success in one packet")
}

export const workerdHttpClient: HttpClientOfPlatform = {
  failure: ({ kind }) => kinds[kind]?.map((said) => new TransportFailure({ kind: said })),
  outcomes
}
