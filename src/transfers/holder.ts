/** Who receives, as the look-up answers: `document` is masked for a person. */
export type Holder = { name: string; document: string; accountNumber: string };
