/**
 * Searches as people type them on marketplaces, with the designs of the demo that answer them: kind | text | exactly |
 * well | hardly. A design is `sc1` for the SKU `PW-SC-001`. Judged by what designs are, not by how they are listed.
 */
export const judgedSearches = `
motif | woodland animals | sc1 sp1 sp9 sp10 sp12 sp13 ca1 ca2 sp3 sp6 | sp2 bk11 bk5 | sp54
motif | cute fox seamless pattern | sc1 | ca1 | ca2 sp2 bk11
motif | unicorns | sp11 ca13 sc26
motif | whale print | sc10 ca3 bk4 | sc11
motif | dinosaur fabric | sc3 sp8 ca5
motif | bumble bee quilting cotton | sp17 bk1 | ca7
motif | mushrooms and toadstools | sp13 bk5 | sc1 ca2
motif | strawberries | sc17 | ca8 sp37
motif | lemon print fabric | sp26 bk6 | ca8 sp37
motif | puppy dogs | sp7 ca6
motif | black cat | sp56 | sp4 bk10 | sp2
motif | bunny rabbits | sc2 sp57 | sp13 sp42 ca2 | sp2
motif | ladybugs | sc5 | ca7
motif | snails | sp18 | ca7 ca2
motif | octopus and jellyfish | sp20 | sc11 ca12
motif | sea turtles | sc16
motif | moon and stars | sp9 sc13 bk2 | sp56 ca9 sp53 | sc14
motif | rainbow clouds | sp22 ca4 sc26 | sp49 sp59
motif | hot air balloons | sp23 ca12
motif | poppies | sp15 bk3
motif | daisy floral | sc4 | sc2 sp14 sp55 ca7 bk1 sp57 | sc5 sp12
motif | tulip flowers | sp16 | ca7 sp42
motif | gingham | sc17 sp7 | bk3 bk10
motif | tartan | sp50 | sp7 sc17
motif | chevron | sp46
motif | polka dots | sp51 | bk5
motif | eucalyptus leaves | sp61 | sp54 bk8 sc23
motif | cherries | sp28 | sp37 ca8
motif | ice cream cones | sp27 | ca8
motif | cupcakes and sweets | sc18 ca8 | sp27 | sp38 sp40
motif | butterflies | sc6 | ca7
motif | mermaid | sp48
motif | alphabet abc | sp36
motif | squirrel acorns | sp10 | ca2 sp1 | sc1 sc23
occasion | baby boy quilt | sp3 sp7 sc10 | sc11 sp53 | sc3 sp8 sc14 sp21 ca5 sp5 sp9 sc1
occasion | nursery fabric | sc1 sp1 sp2 sp3 sc2 sp5 sp7 sp9 sp11 sp12 sp13 sc10 sc11 sc13 sp22 sp23 sp24 sc15 sc16 sc20 sp36 sp42 sp49 sp51 sp53 sc26 sp57 sp59 sp61 | ca1 ca2 ca3 ca4 ca9 ca12 ca13 bk2
occasion | baby shower invitation | sc13 sp22 sp23 sp42 sp44 sp59 sp61 ca2 ca4 ca9
occasion | halloween fabric | sc21 sc22 sp56 | ca10
occasion | christmas fabric | sp6 sp38 sp39 sp40 sc24 sp41 sp43 sp45 sp47 | ca11 sp19 sp50
occasion | xmas clip art | ca11
occasion | easter fabric for kids | sc2 sp42 sp57 | sp16
occasion | thanksgiving table decor | sp10 sc21 sc23 ca10
occasion | valentine hearts | sc25 sp58 | sc9 sp18 | sp38 sc24
occasion | mothers day gift | sp16 sc9 sp31 sp60
occasion | wedding stationery florals | sp14 sp60 bk7 | sp61 | sp58 sc12 sc27
occasion | bridal shower | sp61 | sp14 sp60 bk7 | sp22 sp23 sc13
occasion | birthday party kids | sc3 sc18 sc19 sp44 sp51 ca8 | sp11 sc14 sp27 sp33 sp48 sp49 sc17 sc20 sc26 ca4 ca5 ca6 ca12 ca13 | sp40 sp43
occasion | back to school | sp36
occasion | kitchen fabric fruit | sp26 sp28 sp29 sp37 bk6 | sp31 sp32 sp52 | sc17 sp30
occasion | picnic blanket | sc17 sp26 sp30 sp50
occasion | summer dress fabric | sc4 sp17 sc17 sp26 sp27 sp28 sp30 sc6 sc7 sp24 sc12 sp21 sp20 sp48 sc11 sc10 sc16 sp33 sp34 sc27 sp25 sc5 sp37
occasion | fall quilt fabric | sp10 sc23 sp54 sc21 sp46 | sc1 sp3 sp12 sc8 sp19 sp55 sp56 sc22 sp29 | ca1 ca2 ca10 bk11
occasion | winter pajamas | sp6 sp38 sp39 sp40 sc24 sp45 sp47 sp41 | sp19 sp50 ca11
occasion | teen girl bedroom wallpaper | sp4 sc4 sp28 sp55 | sc2 sp11 sp27 sc17 sp60 sc6 sc9 sp16 sp18 sp1 sc20 sp48 sc25 sp58 sp53 sp22
occasion | space bedding for boys | sc14 sp53
occasion | beach house cushions | sc12 sc27 | sc10 sc11 sp20 sp21 sc16 sp48 bk4
occasion | cafe logo | bk10 | bk1 bk2 bk3 bk4 bk5 bk6 bk7 bk8 bk9 bk11
occasion | florist branding kit | bk3 | bk1 bk7 bk8 | bk2 bk4 bk5 bk6 bk9 bk10 bk11
occasion | sewing room decor | sp35 bk8
occasion | quilt shop logo | bk1 | bk8 | bk2 bk3 bk4 bk5 bk6 bk7 bk9 bk10 bk11
occasion | circus party | sc19 | sp44 sc18 sp51
occasion | bedtime pajama fabric | sp9 sc13 sc14 sp53 | ca9
occasion | tea party invitations | sp31
occasion | gnome christmas cards | | sp6 sp38 sp39 sp40 sc24 sp41 sp43 sp45 sp47 ca11 | sp19 sp50
occasion | pride rainbow | sp49 | sp22 ca4 sc26 sp59
occasion | kids clothing brand | bk5 | bk2 bk3 | bk1 bk4 bk6 bk7 bk8 bk9 bk10 bk11
occasion | anniversary card | sc25 sp58
color | dark floral | sp14 sp55 | sp31 sc8 | sp54
color | dusty pink | sc7 bk9 | sp11 sc2 bk3 sp42 | ca13 sp27
color | sage green | sp2 sp61 sp46 sp37 sp3 bk8 | sp59 sp52
color | sage green baby quilt | sp2 sp3 sp61 | sc16 sp12 sp13 sp5 | sp37 sp46 bk8
color | teal fabric | sp8 sp30 sp48 sp4 | bk6 sp20 sc27 | sc16 sc24
color | mustard yellow | sp2 sp3 sp46 | sc4 sp17 sp10 sc3 sc15 bk1 ca5 | sp59 sp52
color | neutral boho nursery | sp59 | sp2 sp61 | sc12 sp3
color | pastel baby | sp11 sp22 sp42 sc26 sp57 | sp1 ca13 sc2 sc16 | sc20 sp18 bk7
color | moody woodland | sp54 sp6 sc1 | sp9 bk11 | sp14
color | navy stars | sp9 sc13 sp53 bk2 | sc14 sp43
color | navy blue fabric | sp9 sp53 sp14 | sc13 sc11 bk2 bk4 | sc27 sp43
color | pink and purple girl | sp11 sc20 ca13 | bk10 sp1 sp16 sc26
color | red and green christmas | sp6 sp41 sp19 sp47 sp50 | sc24 sp40 | sp38 sp43
color | black halloween | sc21 | sp56 sc22 | ca10
color | orange retro flowers | sc8 | sc4 | sp24
color | seventies floral | sc8 sc4
color | mid century modern | | sp46 sp52 sp49 sp4 sc8 | sc15 sp2 sp24
color | cottagecore | sc17 sp12 sp13 sp37 sp55 sc9 bk3 bk5
color | scandinavian christmas | sp45 sp19 sc24 sp47
color | watercolor flowers | sp60 | sp61 sc27
color | watercolour leaves sage | sp61 | sp60 sc27
color | minimalist black and white | | sp53 sp51 sp45 sp19 sp54 | sp59
color | terracotta boho | sp46 sp52 sp59 sc7 | bk8 bk9 | sp2
color | blue and white coastal | sc10 sc27 bk4 | sc11 ca3 sc16 sp48 | sc12 sp45
color | mint green | sp40 sp18 sc26 sp48 bk6 | sc16 sp27 sp28 sp4 sc18 sp44
color | lilac pastel unicorn | sp11 ca13 | sc26
color | bright bold kids | sc3 sp8 sc14 sp49 sp20 sp21 | sp4 sc5 ca4 sp30
color | vintage roses pink | sc9 sp31 | sp60 sp14 sp55
color | burgundy | sp58 | sp29 sp31 | sc8
color | kawaii food | sc18 sp32 ca8 | sp27
color | whimsical blue | sc13 sc11 | sp23 sp25 sp9 ca12 | sp53
color | earthy boho rainbow | sp59 | sp49 | sp2 sp46
color | light blue clouds | sp22 sp25 | sc13 sc15 sp23 ca4 | sp7
motif | daisies not roses | sc4 | sp14 sp55 ca7 | sc2 bk1 sp26 sp12 sc5 sp57
motif | rainbow no clouds | sp49 sp59 |  | sp22 ca4 sc26
motif | cats not black | sp4 bk10 | sp2
motif | buny rabits | sc2 sp57 | sp42 ca2 sp13 | sp2
motif | houndstooth check | sp50 | sp7 sc17 sp46 | sp4
motif | rocket ships | sc14 | ca12
motif | wild flower meadow | sp15 sp60 | sp55 sc4 | sp14 sp5 sp16 ca7
occasion | halloween tote bag not spooky | sc21 ca10 | sc22 sp56
occasion | fall table runner | sc23 sp10 sc21 | sp54 sp46 sp19 sc8 sp29 | sc1 sp12 sp55
occasion | i am looking for something cute to make a dress for my two year old daughter with little animals on it | sc2 sp1 sp42 sp57 sc26 sp11 | sp4 sc3 sp5 sc1 sp7 sc16 sp2 sp12 sp13 sp9 sc10 | ca2 ca1 ca13 ca6 ca5 ca3 ca7 sc5 sp18 sc6 sp3
color | lavendar | sp11 sp25 sc20 sp16 sp1 | sp57 sp42 bk10 ca13 sc18 sp60 | sp20 sc22 ca9 sc26
color | navy nautical | sc11 bk4 | sc10 ca3 | sc27
color | off-white minimal | sp61 sp19 sp52 | sp51 sp59 sp60 | sp15
color | navy blue not floral | sc13 sp53 sc14 sc11 sp9 | sp43 bk4 bk2
color | rust coloured autumn leaves | sc23 sp10 | sc21 | sp54 sp19 bk11
`;
