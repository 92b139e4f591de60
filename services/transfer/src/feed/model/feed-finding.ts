/** Reasons why a unit can't be in the XML feed. Each has the invalid field and an explanation for people. */
export const leftOutReasons = {
  currency: { field: 'price.currency', message: 'The format takes prices only in EUR, GBP and USD.' },
  price: { field: 'price.amount', message: 'The format takes prices from 1 to 99,999,999 only.' },
  location: {
    field: 'property.location.city',
    message: 'The format needs a town. Enter the city or the area of the property.',
  },
  type: {
    field: 'type',
    message: 'The format needs a kind of home or premises. Enter one as the type of the unit, such as apartment.',
  },
} as const;

/** Ways in which a value in the XML feed differs from the record. */
export const changeReasons = {
  country_missing: {
    field: 'property.location.country',
    message: 'The property has no country. Portals assume Spain.',
  },
  type_not_understood: {
    field: 'type',
    message: 'The type of the unit is not one of the format. The feed has the type of the property instead.',
  },
  size_unit_not_understood: {
    field: 'size.unit',
    message: 'The unit of the size is not known. The feed has no size. Write sqm, sqft, ha or acres.',
  },
  size_unit_missing: {
    field: 'size.unit',
    message: 'The size has no unit. The feed has it in square metres.',
  },
  energy_rating_not_understood: {
    field: 'features',
    message: 'A feature is about the energy rating but has no rating from A to G. The feed has no rating from it.',
  },
  rooms_rounded: {
    field: 'bathrooms',
    message: 'The format has whole rooms only. The feed has the number rounded down.',
  },
  address_shortened: {
    field: 'property.location.address',
    message: 'The format takes 50 characters of an address. The feed has its beginning.',
  },
  reference_shortened: {
    field: 'unit_number',
    message: 'The format takes 255 characters of a reference. The feed has its beginning.',
  },
  feature_shortened: {
    field: 'features',
    message: 'The format takes 35 characters of a feature. The feed has its beginning.',
  },
  features_left_out: { field: 'features', message: 'The format takes 50 features. The feed has the first 50.' },
  images_left_out: { field: 'gallery', message: 'The format takes 50 images. The feed has the first 50.' },
  file_left_out: {
    field: 'floor_plan',
    message: 'The format takes images only. The feed does not have this file.',
  },
  description_left_out: {
    field: 'property.description',
    message: 'The format does not have the language of the description. The feed has only the names.',
  },
  virtual_tour_left_out: {
    field: 'property.media.virtual_tour',
    message: 'The format takes 255 characters of an address. The feed does not have the virtual tour.',
  },
} as const;

export type LeftOutReason = keyof typeof leftOutReasons;
export type ChangeReason = keyof typeof changeReasons;

/** Unit that the XML feed omits, or value that it omits or changes. */
export interface Finding<Reason extends string> {
  readonly reason: Reason;
  /** Value in the record. */
  readonly value: string | null;
}
