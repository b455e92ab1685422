/** The service with all features: the parts that serve, run and describe it. */
export { JobIdleCheck } from "./background/runJobs.ts"
// The types of the layers name the services of features.
export type * from "./features.ts"
export { SellerApi } from "./SellerApi.ts"
export { backgroundLayer } from "./service/backgroundLayer.ts"
export { makeBackgroundPass } from "./service/backgroundPass.ts"
export type { JobServices } from "./service/jobs.ts"
export { recordWork } from "./service/recordWork.ts"
export { sellerApiDocument, sellerRoutes } from "./service/sellerRoutes.ts"
export { servicesLayer } from "./service/servicesLayer.ts"
export { defaultLimits, defaultRetentionPeriods, type LimitName, type RetentionName } from "./service/tables.ts"
