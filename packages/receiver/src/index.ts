/** For those who receive notifications. The handlers for frameworks are at paths of their own, and so are the SQL stores. */
export {
  type DeclaredTypes,
  type EventOf,
  eventTypesOf,
  type EventTypesOf,
  type KnownEvents,
  payloadOf,
  type PayloadType,
  type ReceivedEvent
} from "./events/EventTypes.ts"
export type { Handler, HandlerContext, Handlers } from "./Handlers.ts"
export type { IncomingRequest } from "./http/IncomingRequest.ts"
export { memoryStore, type MemoryStoreOptions } from "./memoryStore.ts"
export { operationalEvents, type OperationalEvents } from "./events/OperationalEvents.ts"
export type { Platform } from "./Platform.ts"
export type { Problem } from "./Problem.ts"
export type { EventKey, ProcessedEvents } from "./ProcessedEvents.ts"
export type { PublishedEvents } from "./events/PublishedEvents.ts"
export { type Answer, createReceiver, type Receiver, type ReceiverOptions } from "./Receiver.ts"
export type { Secrets } from "./Secrets.ts"
