/** Answers of name servers by what is wrong with them, and what a resolver has to make of each. */
import { type Answer, encode, type Packet, type Question, TRUNCATED_RESPONSE } from "dns-packet"
import type { AnswerQuery, Query } from "./NameServer.ts"

export interface NameAnswer {
  readonly title: string
  readonly answer: AnswerQuery
  /** None: the name leads nowhere. */
  readonly addresses: ReadonlyArray<string>
  /** Whether the resolver knows only after it has waited in vain. */
  readonly isSilent?: boolean
}

const ipv4 = "192.0.2.7"
const ipv6 = "2001:db8::7"

const questionOf = ({ packet }: Query): Question => packet.questions![0]!

/** The answer to a query with these records. */
const response = ({ packet }: Query, answers: ReadonlyArray<Answer>, others: Partial<Packet> = {}): Buffer =>
  encode({ type: "response", id: packet.id!, questions: packet.questions!, answers: [...answers], ...others })

// The low four bits of a packet's flags (RFC 1035, 4.1.1).
const codes = { FORMERR: 1, SERVFAIL: 2, NXDOMAIN: 3, NOTIMP: 4, REFUSED: 5 } as const

const refusal = (query: Query, code: keyof typeof codes): Buffer => response(query, [], { flags: codes[code] })

const soa: Answer = {
  type: "SOA",
  name: "example",
  ttl: 0,
  data: { mname: "ns.example", rname: "admin.example", serial: 1, refresh: 1, retry: 1, expire: 1, minimum: 0 }
}

const alias = (name: string, data: string): Answer => ({ type: "CNAME", name, ttl: 0, data })

const addressOf = (query: Query, name = questionOf(query).name): Answer =>
  questionOf(query).type === "A" ? { type: "A", name, ttl: 0, data: ipv4 } : { type: "AAAA", name, ttl: 0, data: ipv6 }

const chain = (name: string, length: number): ReadonlyArray<Answer> =>
  Array.from({ length }, (_, index) =>
    alias(
      index === 0 ? name : `link-${index}.example`,
      index === length - 1 ? "end.example" : `link-${index + 1}.example`
    )
  )

const isFor =
  (type: "A" | "AAAA") =>
  (query: Query): boolean =>
    questionOf(query).type === type

/** The same answer however it is asked. */
const always =
  (make: (query: Query) => Uint8Array): AnswerQuery =>
  (query) => [make(query)]

const truncated =
  (overTcp: (query: Query) => ReadonlyArray<Uint8Array | "close">): AnswerQuery =>
  (query) =>
    query.over === "udp" ? [response(query, [], { flags: TRUNCATED_RESPONSE })] : overTcp(query)

/** A record's type, and what stands in place of its address. */
const withData = (query: Query, data: Uint8Array): Buffer => {
  const bytes = response(query, [{ type: "NULL", name: questionOf(query).name, ttl: 0, data: Buffer.from(data) }])
  // What follows the record's name: its type.
  bytes.writeUInt16BE(isFor("A")(query) ? 1 : 28, bytes.length - data.length - 10)
  return bytes
}

/** An ordinary alias, of a name that has mail and no address. */
export const leadNowhere = always((query) => response(query, [alias(questionOf(query).name, "mail.example")]))

const nowhere: ReadonlyArray<readonly [title: string, answer: AnswerQuery]> = [
  ["a success without a record", always((query) => response(query, []))],
  ["a success without an address, with SOA", always((query) => response(query, [], { authorities: [soa] }))],
  [
    "an alias of a name without an address",
    always((query) => response(query, [alias(questionOf(query).name, "mail.example")]))
  ],
  [
    "an alias of a name without an address, with SOA",
    always((query) => response(query, [alias(questionOf(query).name, "mail.example")], { authorities: [soa] }))
  ],
  ["a chain of aliases that ends nowhere", always((query) => response(query, chain(questionOf(query).name, 20)))],
  [
    "aliases in a loop",
    always((query) =>
      response(query, [alias(questionOf(query).name, "other.example"), alias("other.example", questionOf(query).name)])
    )
  ],
  ["an alias of itself", always((query) => response(query, [alias(questionOf(query).name, questionOf(query).name)]))],
  ["no such name", always((query) => refusal(query, "NXDOMAIN"))],
  ["no such name, with SOA", always((query) => response(query, [], { flags: codes.NXDOMAIN, authorities: [soa] }))],
  [
    "an alias and no such name",
    always((query) => response(query, [alias(questionOf(query).name, "gone.example")], { flags: codes.NXDOMAIN }))
  ],
  ["SERVFAIL", always((query) => refusal(query, "SERVFAIL"))],
  ["REFUSED", always((query) => refusal(query, "REFUSED"))],
  ["NOTIMP", always((query) => refusal(query, "NOTIMP"))],
  ["FORMERR", always((query) => refusal(query, "FORMERR"))],
  [
    "no address of one family, and a failure for the other",
    always((query) => (isFor("A")(query) ? response(query, []) : refusal(query, "SERVFAIL")))
  ],
  [
    "records of another type",
    always((query) => response(query, [{ type: "TXT", name: questionOf(query).name, ttl: 0, data: "v=spf1" }]))
  ],
  ["truncated, and then nothing over TCP either", truncated((query) => [response(query, [])])],
  ["truncated, and then closed over TCP", truncated(() => ["close"])],
  ["truncated, and then broken off over TCP", truncated((query) => [response(query, []).subarray(0, 7), "close"])],
  ["an address of three bytes", always((query) => withData(query, Uint8Array.of(192, 0, 2)))],
  ["an address without bytes", always((query) => withData(query, new Uint8Array()))],
  [
    "more records promised than there are",
    always((query) => {
      const bytes = response(query, [addressOf(query)])
      bytes.writeUInt16BE(9, 6)
      return bytes
    })
  ],
  [
    "half of an answer",
    always((query) => {
      const bytes = response(query, [addressOf(query)])
      return bytes.subarray(0, bytes.length - 6)
    })
  ],
  [
    "a name that refers to itself",
    always((query) => {
      const bytes = response(query, [addressOf(query)])
      // The question's name begins behind the header: a pointer to its own place (RFC 1035, 4.1.4).
      bytes.writeUInt16BE(0xc00c, 12)
      return bytes
    })
  ]
]

/** An address, and more bytes than it has. */
const withRest = (query: Query): Buffer => {
  const address = isFor("A")(query) ? [192, 0, 2, 7] : [0x20, 0x01, 0x0d, 0xb8, ...new Uint8Array(11), 7]
  return withData(query, Uint8Array.of(...address, 1, 1))
}

/** What the resolver takes for no answer at all, and waits for another one. */
const silent: ReadonlyArray<readonly [title: string, answer: AnswerQuery]> = [
  ["nothing", () => []],
  ["nothing over TCP, after a truncated answer", truncated(() => [])],
  [
    "an answer to another query",
    always((query) =>
      response({ ...query, packet: { ...query.packet, id: (query.packet.id! + 1) & 0xffff } }, [addressOf(query)])
    )
  ]
]

const twice =
  (make: (query: Query) => Uint8Array): AnswerQuery =>
  (query) => [make(query), make(query)]

const found: ReadonlyArray<readonly [title: string, answer: AnswerQuery, addresses: ReadonlyArray<string>]> = [
  ["an address of each family", always((query) => response(query, [addressOf(query)])), [ipv4, ipv6]],
  [
    "an address behind an alias",
    always((query) => response(query, [alias(questionOf(query).name, "end.example"), addressOf(query, "end.example")])),
    [ipv4, ipv6]
  ],
  [
    "an address of one family, and nothing of the other",
    always((query) => response(query, isFor("A")(query) ? [addressOf(query)] : [])),
    [ipv4]
  ],
  [
    "an address of one family, and a failure for the other",
    always((query) => (isFor("AAAA")(query) ? response(query, [addressOf(query)]) : refusal(query, "SERVFAIL"))),
    [ipv6]
  ],
  ["an address with bytes behind it", always(withRest), [ipv4, ipv6]],
  ["an answer twice", twice((query) => response(query, [addressOf(query)])), [ipv4, ipv6]],
  ["truncated, and whole over TCP", truncated((query) => [response(query, [addressOf(query)])]), [ipv4, ipv6]],
  [
    "a truncated answer twice, and whole over TCP twice",
    (query) => {
      const bytes =
        query.over === "udp" ? response(query, [], { flags: TRUNCATED_RESPONSE }) : response(query, [addressOf(query)])
      return [bytes, bytes]
    },
    [ipv4, ipv6]
  ]
]

export const nameAnswers: ReadonlyArray<NameAnswer> = [
  ...nowhere.map(([title, answer]) => ({ title, answer, addresses: [] })),
  ...nowhere.map(([title, answer]) => ({
    title: `${title}, twice`,
    answer: (query: Query) => [...answer(query), ...answer(query)],
    addresses: []
  })),
  ...silent.map(([title, answer]) => ({ title, answer, addresses: [], isSilent: true })),
  ...found.map(([title, answer, addresses]) => ({ title, answer, addresses }))
]
