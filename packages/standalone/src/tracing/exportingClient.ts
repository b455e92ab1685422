/** Sends traces, and logs when they do not arrive: the exporter drops them without a word. */
import { Effect } from "effect"
import { HttpClient, type HttpClientError } from "effect/http"

const reasonOf = ({ response }: HttpClientError.HttpClientError): string =>
  response === undefined ? "it could not be reached" : `it answered ${response.status}`

/** Logs once per outage. The reason names no URL and no header: they may hold a credential. */
export const exportingClient = (client: HttpClient.HttpClient): HttpClient.HttpClient => {
  let isOut = false
  const noteBack = Effect.suspend(() => {
    if (!isOut) return Effect.void
    isOut = false
    return Effect.logInfo("The collector of traces takes them again")
  })
  const noteOut = (reason: string) =>
    Effect.suspend(() => {
      if (isOut) return Effect.void
      isOut = true
      return Effect.annotateLogs(Effect.logWarning("Traces are lost: their collector does not take them"), { reason })
    })
  return HttpClient.filterStatusOk(client).pipe(
    HttpClient.transformResponse((sent) =>
      sent.pipe(
        Effect.tap(noteBack),
        Effect.tapError((error) => noteOut(reasonOf(error))),
        // The log does not say what a URL or a header has to do with it.
        Effect.tapDefect(() => noteOut("the request could not be made"))
      )
    )
  )
}
