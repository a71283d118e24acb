/** Owns the matrices of the colour spaces in which kernels work. */

const [r3, r2, r6] = [1 / Math.sqrt(3), Math.SQRT1_2, 1 / Math.sqrt(6)];

/** Nine numbers each, row by row: from red, green and blue to three planes, and back. */
export interface ColourMatrices {
  to: readonly number[];
  from: readonly number[];
}

/** Sum, red-blue, green-magenta; orthonormal, so that noise keeps its deviation. */
export const opponent: ColourMatrices = {
  to: [r3, r3, r3, r2, 0, -r2, r6, -2 * r6, r6],
  from: [r3, r2, r6, r3, 0, -2 * r6, r3, -r2, r6],
};

/** As JPEG has it (JFIF 1.02), but for the offset of the colour planes, which no filter needs. */
export const ycbcr: ColourMatrices = {
  to: [0.299, 0.587, 0.114, -0.168735892, -0.331264108, 0.5, 0.5, -0.418687589, -0.081312411],
  from: [1, 0, 1.402, 1, -0.344136286, -0.714136286, 1, 1.772, 0],
};
