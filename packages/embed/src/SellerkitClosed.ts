/** A call came after the end. */
import { Schema } from "effect"

export class SellerkitClosed extends Schema.TaggedError<SellerkitClosed>()("SellerkitClosed", {}) {
  override get message() {
    return "Sellerkit was closed: call its methods before close(), or create another one"
  }
}
