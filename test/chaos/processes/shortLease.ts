/** Loaded into the service before its program, where half a minute after each kill is too long: claims end sooner. */
import { defaultDispatcherOptions } from "@sellerkit/core/delivery"
import { Duration } from "effect"

Object.assign(defaultDispatcherOptions, { lease: Duration.seconds(Number(process.env["CHAOS_LEASE"])) })
