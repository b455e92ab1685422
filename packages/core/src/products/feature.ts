/** Products: what the marketplace's own side puts in, and campaigns may advertise. */
import { feature } from "../Feature.ts"
import { productLimits } from "./http/productLimits.ts"
import { ProductsHandlers } from "./http/ProductsHandlers.ts"
import { Products } from "./Products.ts"

export const products = feature({
  handlers: [ProductsHandlers],
  services: [Products.layer],
  jobs: [],
  limits: productLimits,
  retention: {}
})
