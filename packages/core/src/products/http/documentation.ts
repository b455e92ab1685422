/** What people read of products, in Markdown. Its source is Seller Statistics Reports, Promotion operations and Dictionaries. */
import type { FeatureDocumentation } from "../../http/description/Documentation.ts"
import { refusals } from "./productRefusals.ts"

export const productDocumentation: FeatureDocumentation = {
  fields: {
    subjectId: ["Id of the subject: the category that its products are in.", 192],
    "Subject.id": ["Its id.", 192],
    "Subject.name": ["What it is called.", "Рубашки"],
    "Subject.count": ["How many of the seller's products are in it.", 2],
    "Nomenclature.title": ["Name of the product.", "Blue shirt"],
    "Nomenclature.nm": ["The marketplace's article: what campaigns name the product by.", 12345678],
    "products.nomenclatures.body": ["Ids of subjects, at most 1000.", [192]],
    "products.subjects?payment_type": ["Some clients send it. It changes nothing.", "cpm"]
  },
  answers: {
    "products.subjects": "The subjects, by their ids; none where the seller has no products.",
    "products.subjects 400": "The request has `payment_type` more than once. The body is the text alone.",
    "products.nomenclatures": "The products, by subject and article; none where there are none.",
    "products.nomenclatures 400": "The body is no list of ids of subjects. The body of the answer is the text alone."
  },
  refusals: {
    "products.subjects 400": refusals.request,
    "products.nomenclatures 400": refusals.request
  }
}
