/**
 * A third of the judged searches, which nobody looks at while working on the ranking: one per line, in the form of
 * `judged-searches.ts`. Read their results only once the ranking is finished.
 */
export const searchesKeptAside = `
motif | fox fabric | sc1 ca1 | bk11 ca2 | sp2
motif | hedgehogs | sp1 sp12 | ca2
motif | mushroom clipart | ca2 | sp13 bk5 | sc1
motif | space rockets | sc14 | ca12 | sp53
motif | under the sea animals | sp20 sp21 sc11 sc10 sc16 ca3 | sc12 sc27 bk4 | sp48
motif | honey bees | sp17 bk1 | ca7
motif | cactus succulents | sc7 bk9 | sp2
motif | watermelon slices | sp30 | ca8
motif | kittens | sp4 bk10 | sp56 sp2
motif | butterfly pattern | sc6 | ca7
motif | wild flowers | sp15 sp55 sp60 | sc4 sc8 sp14 sp16 sc9 | bk3 ca7 sc6
motif | owl and moon | sp9 | ca9 sc13 sp1 sp2 ca2 bk2 | sp56
motif | teapots and cups | sp31
motif | farm animals | sp5 sp42 | sp11 ca13
motif | snow flakes | sp45 | sc24 sp41 sp39
motif | buffalo plaid | sp50 | sc17 sp7 sp4
motif | houndstooth | | sp46 sp50 | sc17 sp7 sp4
occasion | baby quilt fabric | sc1 sp3 sc2 sp5 sp7 sp9 sp11 sc10 sc13 sp22 sc16 sp42 sc26 sp57 sp59 sc24 sp23 sp61 | sp1 sp2 sp12 sp13 sc11 sp24 sc15 sc20 sp36 sp49 sp51 sp53 ca1 ca2 ca3 ca6 ca9
occasion | nursery wall art animals | sc1 sp1 sp2 sp3 sc2 sp5 sp7 sp9 sp11 sp12 sp13 sc10 sc16 sp42 ca1 ca2 ca3 sc26 sp57 ca13 | sc11 | sc13 sp22 ca9 ca4 sp23 sp24 sp36
occasion | halloween party invitations | sc21 sc22 sp56 ca10
occasion | valentines day cards | sc25 sp58 | sc9 sp18
occasion | christmas wrapping paper | sp6 sp38 sp39 sp40 sc24 sp41 sp43 sp45 sp47 ca11 | sp19 sp50
occasion | girls birthday party | sp11 sc3 sc17 sp27 sc18 sc20 sp48 ca5 ca13 sc26 | ca4 ca6 ca8 sc14 sp33 sc19 sp43 sp44 sp49 sp51 ca12
occasion | teacher gift | sp36
occasion | wedding invitation flowers | sp14 sp60 | sp61 bk7 | sp58 sp15 sp16 sc4 sc8 sc9 sp55 bk3
occasion | easter baby outfit | sc2 sp42 sp57 | sp16
occasion | beach wedding stationery | sc12 sc27 | bk7 bk4
occasion | fall table runner | sp10 sc23 sp54 sc21 sp29 sp46 | sc1 sp3 sp12 sc8 sp19 sp55 sp56 sc22 ca1 ca2 ca10 bk11
occasion | kitchen tea towel | sp26 sp28 sp29 sp31 sp32 sp37 sp52 bk6
occasion | bakery logo | bk10 | bk1 bk2 bk3 bk4 bk5 bk6 bk7 bk8 bk9 bk11 | sc18
occasion | boys dinosaur bedding | sc3 sp8 ca5
occasion | mothers day card | sp16 sc9 sp31 sp60
occasion | thanksgiving napkins | sp10 sc21 sc23 ca10
occasion | new years eve party | sp43 | | sp40 sc18 sc19 sc22 sp44 sp51 ca8 sp56
color | sage green boho | sp2 sp46 sp52 bk8 sp61 | sc7 | sp59 sp37 bk9
color | dusty pink floral | sc2 sc9 sp60 bk3 | sp55 sp14 sc6 | sc7 sc8 sp16
color | teal mid century | sp4 sp34 sp49 | | sp8 sp30 sp48 bk6 sc8 sp35 sp24 sp33 sp28 sp29 sp27
color | mustard yellow geometric | sp3 sp17 sp46 | sp49 | sc15 sp4
color | navy blue nautical | sc11 bk4 | sc10 sc27 | sp53 sp9 ca3
color | pastel rainbow | sp22 sc26 | ca4 sp59 sp49 | sp11 sc20 sc18 sp27 sp42 sp57 ca13
color | black and orange spooky | sc21 sp56 | ca10 sc22
color | red and white gingham | sc17 bk3 | sp7 | sp50
color | neutral nursery | sp59 | sp2 sp3 sp12 sp61 | sp23 sp51
color | moody florals | sp14 sp55 | sc8 | sp31 sp54
color | watercolor blue | sc27 | sp60 sp61 | sc10 sc11 ca3 sp26
color | vintage purple | sp31 sp35 sp55 bk1
color | earthy tones | sp2 sp3 sp10 sc23 sp46 sp59 bk8
color | light blue scandinavian | sp45 | sc24 sp19 sp47 | sp7 sc10 sp22
color | navy and gold stars | sp9 sc13 sp53 bk2 | sc14 sp43
color | mint green kawaii | sc18 | sc22 ca8 sp32 sp18 sp27 sc16 sc26 sp44
`;
